// Results arrive in any order and are released in the order of the rows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Order } from '../../src/batch/resume-state';

const numbered = (number: number) => ({ number });

test('Order releases each row only once, in order, and as soon as possible', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }).chain((count) =>
        fc.shuffledSubarray(
          Array.from({ length: count }, (_, index) => index + 1),
          { minLength: count, maxLength: count },
        ),
      ),
      (numbers) => {
        const order = new Order<{ number: number }>();
        const left: number[] = [];
        for (const [index, number] of numbers.entries()) {
          for (const row of order.take({ number })) left.push(row.number);
          const sofar = new Set(numbers.slice(0, index + 1));
          let due = 1;
          while (sofar.has(due)) due += 1;
          expect(left).toEqual(Array.from({ length: due - 1 }, (_, at) => at + 1));
          expect(order.given).toBe(due - 1);
          for (const one of sofar) expect(order.has(one)).toBe(true);
        }
        expect(left).toHaveLength(numbers.length);
      },
    ),
  );
});

test('Order releases the remaining rows in order at the end', () => {
  const order = new Order<{ number: number }>();
  const left = [1, 9, 3, 2, 5].flatMap((number) => [...order.take({ number })]);
  expect(left).toEqual([1, 2, 3].map(numbered));
  expect(order.waiting(5)).toEqual({ number: 5 });
  expect(order.waiting(4)).toBeUndefined();
  expect([...order.rest()]).toEqual([5, 9].map(numbered));
  expect([...order.rest()]).toEqual([]);
});

test('Order ignores a row that arrives again', () => {
  const order = new Order<{ number: number }>();
  const left = [1, 1, 2, 1].flatMap((number) => [...order.take({ number })]);
  expect(left).toEqual([1, 2].map(numbered));
  expect([...order.rest()]).toEqual([]);
});
