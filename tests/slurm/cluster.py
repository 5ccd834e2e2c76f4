# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""A SLURM of one host in a folder of its own, for as long as a test takes. No file or daemon of the system is touched."""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

DAEMONS = ("munged", "slurmctld", "slurmd")
COMMANDS = ("sbatch", "srun", "scontrol", "mungekey")
CGROUPS = "/sys/fs/cgroup"

# No cgroups, no accounting: this works in a container. There are more cores than the host may have, so that two jobs of two
# ranks run at once; the two GPUs are numbers without a device. A requeued job waits as long as a credential lives
# (cred_expire, at least 5 s) and for the next look at the queue. Several may run at once: MPI names shared memory by the
# numbers of jobs, which therefore differ.
CONFIGURATION = """\
ClusterName=fluxtet
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
TmpFS={folder}/tmp
FirstJobId={firstJob}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
KillWait=5
MailProg=/bin/true
ReturnToService=2
GresTypes=gpu
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 Gres=gpu:2 State=UNKNOWN
PartitionName=work Nodes={host} Default=YES MaxTime=60 State=UP
"""


def whyNot():
    """Why this machine cannot run a SLURM of its own, or None."""
    if os.geteuid() != 0:
        return "only root may start the daemons of SLURM and let them run jobs"
    missing = [name for name in DAEMONS + COMMANDS if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} not found: `bash jobs/setup.sh --tests` installs Debian's slurm-wlm"
    if not hasCgroups():
        return (
            f"no cgroup file system at {CGROUPS}, without which slurmd does not start: mount /sys, in a bare root too"
        )
    return None


def hasCgroups():
    """slurmd looks for one even where it is told to use none: of version 2, or folders of version 1 in a tmpfs."""
    kind = subprocess.run(
        ["stat", "--file-system", "--format=%T", CGROUPS], capture_output=True, text=True, check=False
    )
    return kind.returncode == 0 and (kind.stdout.strip() == "cgroup2fs" or any(pathlib.Path(CGROUPS).iterdir()))


def freePorts(count):
    """Ports that were free a moment ago, all different."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def waitFor(condition, what, seconds, explain=lambda: ""):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain for {what}\n{explain()}"
        time.sleep(0.2)


class Cluster:
    """Use as `with Cluster(folder) as cluster`. The folder's path must be short: sockets lie in it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = []
        # Two ranks that share a core must let each other work; containers often forbid to read another process's memory.
        self.environment = {
            **os.environ,
            "SLURM_CONF": str(self.folder / "slurm.conf"),
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_mpi_yield_when_idle": "1",
            "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
        }

    def __enter__(self):
        try:
            self.configure()
            self.startMunge()
            for command in (["slurmctld", "-D"], ["slurmd", "-D"]):
                self.startDaemon(command)
            waitFor(self.isUp, "SLURM to come up", 30, self.logs)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def configure(self):
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool", "tmp"):
            (self.folder / name).mkdir()
        text = CONFIGURATION.format(
            host=host, ports=freePorts(2), folder=self.folder, firstJob=1 + 100 * (os.getpid() % 100_000)
        )
        (self.folder / "slurm.conf").write_text(text)
        (self.folder / "gres.conf").write_text("Name=gpu File=/dev/null\nName=gpu File=/dev/zero\n")

    def startMunge(self):
        key, place = self.folder / "munge.key", self.folder / "munge"
        subprocess.run(["mungekey", "--create", f"--keyfile={key}"], check=True)
        self.startDaemon(
            [
                "munged",
                "--foreground",
                "--force",
                f"--key-file={key}",
                f"--socket={place}.socket",
                f"--pid-file={place}.pid",
                f"--log-file={place}.log",
                f"--seed-file={place}.seed",
            ]
        )
        waitFor(lambda: (self.folder / "munge.socket").exists(), "munged", 20, self.logs)

    def startDaemon(self, command):
        path = self.folder / f"{command[0]}.out"
        with open(path, "wb") as output:
            daemon = subprocess.Popen(command, env=self.environment, stdout=output, stderr=subprocess.STDOUT)
        self.daemons.append(daemon)

    def isUp(self):
        for daemon in self.daemons:
            assert daemon.poll() is None, f"{daemon.args[0]} ended with code {daemon.returncode}\n{self.logs()}"
        answer = self.command("sinfo", "--noheader", "--format=%T", check=False)
        return "idle" in answer

    def logs(self):
        parts = [
            f"--- {p.name}\n{p.read_text(errors='replace')[-3000:]}"
            for p in sorted(self.folder.glob("*.log")) + sorted(self.folder.glob("*.out"))
        ]
        return "\n".join(parts)

    def command(self, *arguments, check=True):
        """Standard output of a command of SLURM."""
        done = subprocess.run(
            arguments, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        text = done.stdout.decode(errors="replace")
        assert done.returncode == 0 or not check, f"{' '.join(arguments)}: code {done.returncode}\n{text}"
        return text

    def job(self, number):
        """What `scontrol show job` tells of a job or of a task NUMBER_INDEX of an array: a dictionary."""
        text = self.command("scontrol", "--oneliner", "show", "job", str(number))
        return dict(re.findall(r"(\S+?)=(\S*)", text))

    def waitForJobs(self, numbers, seconds):
        """Waits until they are neither queued nor running."""
        busy = ("PENDING", "RUNNING", "COMPLETING", "REQUEUED", "CONFIGURING", "SUSPENDED")
        waitFor(
            lambda: all(self.job(n)["JobState"] not in busy for n in numbers),
            f"jobs {numbers} to end",
            seconds,
            lambda: self.command("scontrol", "show", "job", check=False) + self.logs(),
        )

    def stop(self):
        """Ends the jobs that are left, then the daemons, those started last first."""
        if len(self.daemons) == len(DAEMONS):
            self.command("scancel", "--user=root", check=False)
            try:
                waitFor(lambda: not self.command("squeue", "--noheader", check=False).strip(), "the jobs' end", 30)
            except AssertionError as error:
                print(error, flush=True)  # the daemons must be stopped all the same
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
