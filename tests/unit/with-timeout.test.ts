import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { within, withTimeout, timeouts } from '#app/with-timeout.ts';
import { FailureError } from '#contract/failures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that never ends, and whether it was aborted. */
function endless() {
  const abortState: { aborted: boolean; reason?: unknown } = { aborted: false };
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () =>
      Object.assign(abortState, { aborted: true, reason: signal.reason as unknown }),
    );
    return new Promise<string>(() => undefined);
  };
  return { abortState, work };
}

describe('within', () => {
  const never = new AbortController().signal;

  test('resolves with what the work resolves with, and leaves no timer', async () => {
    await expect(within(1000, never, () => Promise.resolve(7))).resolves.toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects with what the work rejects with, and leaves no timer', async () => {
    const thrown = { kind: 'forbidden' };
    await expect(within(1000, never, () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects as offline at the timeout, and aborts the work', async () => {
    const { abortState, work } = endless();
    const settled = vi.fn<(thrown: unknown) => void>();
    const outcome = within(1000, never, work);
    outcome.catch(settled);
    await vi.advanceTimersByTimeAsync(999);
    expect(settled).not.toHaveBeenCalled();
    expect(abortState.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(outcome).rejects.toEqual(new FailureError({ kind: 'offline' }));
    expect(abortState).toEqual({ aborted: true, reason: new FailureError({ kind: 'offline' }) });
  });

  test('rejects at once when its caller aborts, aborts the work, and leaves no timer', async () => {
    const { abortState, work } = endless();
    const controller = new AbortController();
    const outcome = within(1000, controller.signal, work);
    controller.abort('left');
    await expect(outcome).rejects.toBe('left');
    expect(abortState).toEqual({ aborted: true, reason: 'left' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('starts no work for a caller that has aborted', async () => {
    const work = vi.fn<() => Promise<number>>(() => Promise.resolve(7));
    await expect(within(1000, AbortSignal.abort('left'), work)).rejects.toBe('left');
    expect(work).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('withTimeout', () => {
  test('makes an actor whose work never answers fail as offline', async () => {
    const { work } = endless();
    const actor = createActor(
      withTimeout(({ signal }: { input: { id: number }; signal: AbortSignal }) => work(signal), 500),
      {
        input: { id: 3 },
      },
    );
    actor.subscribe({ error: () => undefined });
    actor.start();
    await vi.advanceTimersByTimeAsync(500);
    const { error } = await waitFor(actor, ({ status }) => status === 'error').catch(() =>
      actor.getSnapshot(),
    );
    expect(error).toEqual(new FailureError({ kind: 'offline' }));
  });

  test('limits a call of the server to twenty seconds', async () => {
    const actor = createActor(withTimeout(({ signal }) => endless().work(signal)));
    actor.subscribe({ error: () => undefined });
    actor.start();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(actor.getSnapshot().status).toBe('active');
    await vi.advanceTimersByTimeAsync(1);
    expect(actor.getSnapshot().status).toBe('error');
  });

  test('aborts the work of a stopped actor', () => {
    const { abortState, work } = endless();
    const actor = createActor(withTimeout(({ signal }) => work(signal)));
    actor.start();
    actor.stop();
    expect(abortState.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a call has 20 seconds, work that no screen waits for 5, several pings or a picture 30', () => {
  expect(timeouts).toEqual({ call: 20_000, courtesy: 5_000, ping: 30_000, picture: 30_000 });
});
