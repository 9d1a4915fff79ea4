/** An answer of the server that the device has stored: shown at once, and asked for again. */
export class CachedAnswer<Answer> {
  readonly answer: Answer;
  /** When the server gave it, by the device's clock. */
  readonly cachedAt: number;
  constructor(answer: Answer, cachedAt: number) {
    this.answer = answer;
    this.cachedAt = cachedAt;
  }
}

/** An answer itself, wherever it came from. */
export const answerIn = <Answer>(answer: Answer | CachedAnswer<Answer>): Answer =>
  answer instanceof CachedAnswer ? answer.answer : answer;
