"""The sections of a report, one file each: from values to markup."""
