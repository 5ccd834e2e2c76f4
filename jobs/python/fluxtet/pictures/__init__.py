# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of results, by Matplotlib: what jobs/plot.py and reports draw. Each function draws one picture, of one run or of
several in the same axes, into a file or into what can be written to."""
