-- The rules that every type asks, in the words of the rest of the app. What staff have renamed stays as it is.
update item_rules set name = 'על מה הניחוש?' where name = 'על מה מהמרים?';
update item_rules set name = 'סגירת הניחושים' where name = 'סגירת ההימורים';
