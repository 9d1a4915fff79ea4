-- Who joined a group: the notification leads to that group.
update notifications set link = 'clans-page?id=' || split_part(dedupe, ':', 3)
where kind = 'joined' and link = 'clans-page' and dedupe like 'joined:clan:%';
