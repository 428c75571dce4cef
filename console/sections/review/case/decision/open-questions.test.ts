import { expect, it } from 'vitest'
import { openQuestions } from './open-questions.ts'

it('a blank answer is none', () => {
  const question = { id: '1', label: 'Called?', kind: 'text' as const }
  expect(
    openQuestions([
      { ...question, answer: null },
      { ...question, answer: ' ' },
      { ...question, answer: 'yes' },
    ]),
  ).toHaveLength(2)
})
