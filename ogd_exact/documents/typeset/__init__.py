"""What TeX itself says is printed: the tables of the pages, read back from its log, and compared with the source."""
