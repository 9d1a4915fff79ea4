import { MessageCircle, Share2 } from 'lucide-react';
import type { Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { canShare, gameLink, shareText, whatsappHref } from '#screens/share.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { Button, LinkButton } from '#ui/primitives/Button.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import * as css from './CreatedSheet.css.ts';

/** Number of items up to which they are listed; of more only the number is shown. */
const shownItems = 4;

/** A game that was just created, and its one next step: sharing it with friends. */
export function CreatedSheet({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useT();
  const data = useAppData();
  const { section } = post.publisher_data;
  const code = data?.sections.find(({ id }) => id === section?.id)?.code ?? null;
  const items = post.items_data.slice(0, shownItems);
  const text = t('gameInvite', {
    name: post.description || items.map(({ name }) => name).join(', '),
    league: section?.name ?? '',
    link: gameLink(data, post.id, code),
  });
  return (
    <Sheet
      open
      title={t('gameCreated')}
      onClose={onClose}
      footer={
        canShare() ? (
          <Button full icon={<Share2 size={20} />} onClick={() => shareText(text)}>
            {t('gameSend')}
          </Button>
        ) : (
          <LinkButton
            full
            href={whatsappHref(text)}
            target="_blank"
            rel="noreferrer"
            icon={<MessageCircle size={20} />}
          >
            {t('gameSend')}
          </LinkButton>
        )
      }
    >
      <div className={css.created}>
        <span className={css.geresh}>
          <Geresh drawn />
        </span>
        <div className={css.card}>
          {section && (
            <span className={css.league}>
              <bdi>{section.name}</bdi>
            </span>
          )}
          {post.description && (
            <strong className={css.about}>
              <bdi>{post.description}</bdi>
            </strong>
          )}
          <ul className={css.items}>
            {items.map((item) => (
              <li key={item.id} className={css.item}>
                {Object.values(item.options).map(({ id, name, image }) => (
                  <span key={id} className={css.option}>
                    <Crest name={name} image={image} size="small" />
                    <bdi>{name}</bdi>
                  </span>
                ))}
              </li>
            ))}
          </ul>
          {post.items_data.length > shownItems && (
            <span className={css.league}>
              {t('gameCreatedMore', { count: post.items_data.length - shownItems })}
            </span>
          )}
        </div>
        <p>{t('gameCreatedText')}</p>
      </div>
    </Sheet>
  );
}
