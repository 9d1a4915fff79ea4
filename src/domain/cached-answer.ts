/** A server's answer that was stored on the device; it is shown while it is refetched. */
export class CachedAnswer<Answer> {
  readonly answer: Answer;
  /** When it was received, in milliseconds by the device's clock. */
  readonly cachedAt: number;
  constructor(answer: Answer, cachedAt: number) {
    this.answer = answer;
    this.cachedAt = cachedAt;
  }
}

/** The answer, unwrapped if it is cached. */
export const answerIn = <Answer>(answer: Answer | CachedAnswer<Answer>): Answer =>
  answer instanceof CachedAnswer ? answer.answer : answer;
