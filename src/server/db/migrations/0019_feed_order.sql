-- What the order of the feed depends on: the items that have not ended, and those that ended lately.
create index items_by_end on items (ended_at);
