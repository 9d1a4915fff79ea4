import { useState } from 'react';
import type { AnyEventObject } from 'xstate';
import * as css from './Inspector.css.ts';
import type { AcceptedEvent } from './protocol.ts';

type Props = {
  accepts: readonly AcceptedEvent[];
  busy: boolean;
  result: 'accepted' | 'rejected' | 'noAnswer' | null;
  onSend: (event: AnyEventObject) => void;
};

const canMarks = { true: '✓', false: '✗', null: '?' } as const;
const resultTexts = {
  accepted: 'Taken.',
  rejected: 'Not taken: this state, or a guard, refuses it.',
  noAnswer: 'The app did not answer.',
} as const;

/** The event in the form, or null if its payload is not a JSON object. */
function parseEvent(type: string, text: string): AnyEventObject | null {
  try {
    const payload: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      ? { ...payload, type }
      : null;
  } catch {
    return null;
  }
}

/** Sends an event that the chart handles in its current states: ✓ accepted, ✗ rejected, ? depends on the payload. */
export function SendEventForm({ accepts, busy, result, onSend }: Props) {
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null);
  const accepted = accepts.find(({ type }) => type === chosen) ?? accepts[0];
  if (!accepted) return <p className={css.status}>Nothing can be sent here now.</p>;
  const text = typed?.of === accepted.type ? typed.text : accepted.sample;
  const event = parseEvent(accepted.type, text);
  return (
    <>
      <select
        className={css.field}
        aria-label="Event"
        value={accepted.type}
        onChange={({ target }) => setChosen(target.value)}
      >
        {accepts.map(({ type, can }) => (
          <option key={type} value={type}>{`${canMarks[`${can}`]} ${type}`}</option>
        ))}
      </select>
      <textarea
        className={css.text}
        aria-label="Payload"
        spellCheck={false}
        aria-invalid={event === null}
        value={text}
        onChange={({ target }) => setTyped({ of: accepted.type, text: target.value })}
      />
      <div className={css.row}>
        <button
          type="button"
          className={css.button}
          disabled={event === null || busy}
          onClick={() => event && onSend(event)}
        >
          Send
        </button>
        <span className={css.status} role="status">
          {event === null ? 'The payload is no JSON object.' : result ? resultTexts[result] : ''}
        </span>
      </div>
    </>
  );
}
