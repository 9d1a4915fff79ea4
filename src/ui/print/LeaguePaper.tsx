import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { PrintedItem } from '#contract/printing.ts';
import type { PrintedGrid, PrintedRow } from '#domain/printed-league.ts';
import { useI18n } from '#i18n/react.tsx';
import { DateText } from '#ui/primitives/DateText.tsx';
import * as css from './LeaguePaper.css.ts';

export type PaperStanding = {
  readonly id: number;
  readonly rank: number;
  readonly name: string;
  readonly points: number;
  readonly exact: number;
  readonly average: number;
};

type Props = {
  league: string;
  at: string;
  table: readonly PaperStanding[];
  rounds: readonly { readonly id: number; readonly name: string; readonly grids: readonly PrintedGrid[] }[];
};

/** A league as printed on A4: its table, then each round with everybody's picks. Hidden on the screen. */
export function LeaguePaper({ league, at, table, rounds }: Props) {
  return createPortal(
    <div className={css.paper} aria-hidden="true">
      <style>{'@page { size: A4; margin: 12mm }'}</style>
      <Standings league={league} at={at} table={table} />
      {rounds.map(({ id, name, grids }) => (
        <section key={id} className={css.round}>
          {grids.map((grid) => (
            <RoundGrid key={grid.items[0]?.id} grid={grid} league={league} at={at} name={name} />
          ))}
        </section>
      ))}
    </div>,
    document.body,
  );
}

/** Header of each printed page of a grid. */
function RunningHead({
  columns,
  title,
  league,
  at,
}: {
  columns: number;
  title: ReactNode;
  league: string;
  at: string;
}) {
  return (
    <tr>
      <th colSpan={columns} className={css.running}>
        <div className={css.runningParts}>
          {title}
          <span>
            <bdi>{league}</bdi> · <DateText at={at} />
          </span>
        </div>
      </th>
    </tr>
  );
}

function Standings({ league, at, table }: Pick<Props, 'league' | 'at' | 'table'>) {
  const { t, formatNumber } = useI18n();
  return (
    <table className={css.grid}>
      <colgroup>
        <col className={css.figureColumn} />
      </colgroup>
      <thead className={css.head}>
        <RunningHead
          columns={5}
          title={<bdi className={css.title}>{league}</bdi>}
          league={t('standings')}
          at={at}
        />
        <tr>
          {(['rank', 'player', 'pointsShort', 'rule.exact', 'average'] as const).map((key) => (
            <th key={key} scope="col" className={key === 'player' ? css.name : css.item}>
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.map(({ id, rank, name, points, exact, average }) => (
          <tr key={id} className={css.line}>
            <td className={css.figure}>{rank}</td>
            <th scope="row" className={css.name}>
              <bdi>{name}</bdi>
            </th>
            {[points, exact, average].map((figure, index) => (
              <td key={index} className={css.figure}>
                {formatNumber(figure)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type GridProps = Pick<Props, 'league' | 'at'> & { grid: PrintedGrid; name: string };

function RoundGrid({ grid: { items, rows }, league, at, name }: GridProps) {
  const { t } = useI18n();
  return (
    <table className={css.grid}>
      <colgroup>
        <col className={css.nameColumn} />
        <col span={items.length} />
        <col className={css.figureColumn} />
      </colgroup>
      <thead className={css.head}>
        <RunningHead columns={items.length + 2} title={<bdi>{name}</bdi>} league={league} at={at} />
        <tr>
          <th scope="col" className={css.name}>
            {t('player')}
          </th>
          {items.map((item) => (
            <th key={item.id} scope="col" className={css.item}>
              <ItemHead item={item} />
            </th>
          ))}
          <th scope="col" className={css.item}>
            {t('pointsShort')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <MemberLine key={row.member} row={row} items={items} />
        ))}
      </tbody>
    </table>
  );
}

function ItemHead({ item: { name, layout, date, options } }: { item: PrintedItem }) {
  const isMatch = layout === 'home/away';
  const isSettled = options.some(({ result }) => result !== null);
  return (
    <>
      {(isMatch ? options.map((option) => option.name) : [name]).map((word, index) => (
        <bdi key={index} className={css.block}>
          {word}
        </bdi>
      ))}
      {isSettled &&
        (isMatch ? (
          <Score values={options.map(({ result }) => result)} />
        ) : (
          <Outcome options={options} layout={layout} />
        ))}
      {date !== null && (
        <span className={css.small}>
          <DateText at={date} />
        </span>
      )}
    </>
  );
}

/** Digits of both sides in team order, each isolated. Read as `home away`. */
const Score = ({ values }: { values: readonly (number | null)[] }) => (
  <span className={css.score}>
    {values.map((value, index) => (
      <bdi key={index} className={css.digit}>
        {value ?? '·'}
      </bdi>
    ))}
  </span>
);

/** The winner of a vote, or the digit of each option. */
const Outcome = ({ options, layout }: Pick<PrintedItem, 'options' | 'layout'>) =>
  options
    .filter(({ result }) => layout === 'bets' || result === 1)
    .map(({ id, name, result }) => (
      <span key={id} className={css.block}>
        <bdi>{name}</bdi> {layout === 'bets' && <bdi>{result}</bdi>}
      </span>
    ));

function MemberLine({
  row: { name, cells, points },
  items,
}: {
  row: PrintedRow;
  items: readonly PrintedItem[];
}) {
  return (
    <tr className={css.line}>
      <th scope="row" className={css.name}>
        <bdi>{name}</bdi>
      </th>
      {items.map((item, at) => (
        <td key={item.id} className={css.figure}>
          <Picks item={item} cell={cells[at] ?? null} />
        </td>
      ))}
      <td className={css.figure}>
        <span className={css.strong}>{points}</span>
      </td>
    </tr>
  );
}

/** A member's pick, and the points it brought. */
function Picks({
  item: { layout, options },
  cell,
}: {
  item: PrintedItem;
  cell: PrintedRow['cells'][number];
}) {
  if (!cell) return null;
  const { picks, points } = cell;
  const valueOf = (id: number) => picks.find((pick) => pick.id === id)?.value ?? null;
  return (
    <>
      {picks.length > 0 &&
        (layout === 'home/away' ? (
          <Score values={options.map(({ id }) => valueOf(id))} />
        ) : (
          options
            .filter(({ id }) => valueOf(id) !== null)
            .map(({ id, name }) => (
              <span key={id} className={css.block}>
                <bdi>{name}</bdi> {layout !== 'vote' && <bdi>{valueOf(id)}</bdi>}
              </span>
            ))
        ))}
      {points !== null && <bdi className={css.points}>+{points}</bdi>}
    </>
  );
}
