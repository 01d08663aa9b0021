-- The words of some 250 sign-ups are gathered and enter the index together, which writes a fifth less log for a fan-out and takes a seventh
-- less time. Searches read what is gathered as well; 256 kB of it cost them nothing that could be measured.
alter index submissions_by_folded_words set (fastupdate = on, gin_pending_list_limit = 256);
