import { useState } from 'react'

interface Answer {
  data: unknown
  /** Whether the answer is the one to the question before. */
  isPlaceholderData: boolean
}

/**
 * Returns what the shown answer of a query was asked for. While the answer to the question before stands in for the
 * next one, that is the question before: numbers must not be read in the unit of another question.
 * @param answer the result of a query that keeps its previous data
 * @param input what the query asks for now
 */
export function useAnsweredInput<Input>({ data, isPlaceholderData }: Answer, input: Input): Input {
  const [answered, setAnswered] = useState({ data, input })
  if (isPlaceholderData) return answered.input
  if (data !== undefined && data !== answered.data) setAnswered({ data, input })
  return input
}
