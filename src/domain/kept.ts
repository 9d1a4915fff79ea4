/** An answer that the device has kept: shown at once, and asked for again. */
export class Kept<Answer> {
  readonly keptAnswer: Answer;
  /** When the server gave it, by the device's clock. */
  readonly keptAt: number;
  constructor(answer: Answer, keptAt: number) {
    this.keptAnswer = answer;
    this.keptAt = keptAt;
  }
}

/** An answer itself, wherever it came from. */
export const answerIn = <Answer>(answer: Answer | Kept<Answer>): Answer =>
  answer instanceof Kept ? answer.keptAnswer : answer;
