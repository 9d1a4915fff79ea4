/** An answer that the device has kept: shown at once, and asked for again. */
export class Kept<Answer> {
  readonly keptAnswer: Answer;
  constructor(answer: Answer) {
    this.keptAnswer = answer;
  }
}

/** An answer itself, wherever it came from. */
export const answerIn = <Answer>(answer: Answer | Kept<Answer>): Answer =>
  answer instanceof Kept ? answer.keptAnswer : answer;
