"""What a check found, said for people and for programs: wrong cells, their repairs, witnesses, reports."""
