-- What a member keeps is counted at each upload; and what nothing shows any more is looked for by a job.

create index images_of_maker on images (maker_id);
create index comment_images_of_image on comment_images (image_id);
