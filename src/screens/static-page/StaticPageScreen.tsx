import { T, useI18n, useT } from '#i18n/react.tsx';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { useResource } from '#screens/use-resource.ts';
import { Card } from '#ui/primitives/Card.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import * as css from './StaticPageScreen.css.ts';

/** Route `/terms`. */
export const TermsScreen = () => <StaticPageScreen slug="terms" />;

/** Route `/accessibility`. */
export const AccessibilityScreen = () => <StaticPageScreen slug="accessibility" />;

/** Static page that everyone may read, stored as a post: the game rules, the terms, the accessibility statement. */
export function StaticPageScreen({ slug }: { slug: string }) {
  const { t, code: language } = useI18n();
  const { resources } = useMachines();
  const { value: post, notFound, failure, refresh } = useResource(resources.page, { slug, language });
  if (notFound) return <NotFound />;
  if (failure) return <LoadError failure={failure} onRetry={refresh} />;
  return (
    <Stack gap="x4">
      {(slug === 'gameRules' || slug === 'terms' || slug === 'accessibility') && (
        <Heading level={1} size="title">
          {t(slug)}
        </Heading>
      )}
      {post ? (
        <Card as="article">
          <Stack gap="x5">
            {post.description.split(/\n{2,}/).map((part, at) => (
              <Paragraph key={at} text={part} />
            ))}
            {slug === 'accessibility' && <Contact />}
          </Stack>
        </Card>
      ) : (
        <Skeleton shape="line" count={6} />
      )}
    </Stack>
  );
}

/** Contact: the address in the server's settings, else a text on how to reach those who run it. */
function Contact() {
  const t = useT();
  const contact = useAppData()?.activeParams.contact;
  const href = contact?.includes('://') ? contact : `mailto:${contact}`;
  return (
    <section>
      <Heading level={2} size="lead">
        {t('contact')}
      </Heading>
      <p className={css.text}>
        {contact ? (
          <T
            k="contactBy"
            contact={
              <a href={href} dir="ltr">
                {contact}
              </a>
            }
          />
        ) : (
          t('contactNone')
        )}
      </p>
    </section>
  );
}

/** One paragraph; the first of several lines is its heading. */
function Paragraph({ text }: { text: string }) {
  const [title, ...lines] = text.split('\n');
  if (lines.length === 0)
    return (
      <p dir="auto" className={css.text}>
        {title}
      </p>
    );
  return (
    <section dir="auto">
      <Heading level={2} size="lead">
        {title}
      </Heading>
      <p className={css.text}>{lines.join('\n')}</p>
    </section>
  );
}
