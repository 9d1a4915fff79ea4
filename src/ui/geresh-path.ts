/** The geresh in a box of 14 × 17: broad above, leaning, narrow below. */
export const mark =
  'M1.2 16.7Q.7 16.7 .4 16.3 0 15.9 0 15.4L2 2.2Q2.1 1.4 2.7.7 3.3 0 4.4 0H12.7Q13.2 0 13.6.4 13.9.8 13.9 1.3 13.9 1.6 13.9 1.8L8.7 14.9Q8.5 15.5 8 16.1 7.4 16.7 6.4 16.7Z';
