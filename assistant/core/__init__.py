"""The pure core: functions and frozen data; no clock, no file, no thread, no device."""
