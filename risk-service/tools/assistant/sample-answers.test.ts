import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JudgedQuestion } from '../../features/assistant/evaluation/judge-questions.ts'
import { openSampleAnswers } from './sample-answers.ts'

let answers: Awaited<ReturnType<typeof openSampleAnswers>>
beforeAll(async () => {
  answers = await openSampleAnswers()
}, 180_000)
afterAll(() => answers.close())

const row = (change: Partial<JudgedQuestion>): JudgedQuestion => ({
  locale: 'en-US',
  role: 'FraudEngineer',
  environment: 'Harbor',
  page: '/',
  question: 'How many velocities do we have?',
  intent: 'overview-velocities',
  ...change,
})
const kindsFor = async (change: Partial<JudgedQuestion>) =>
  new Set((await answers.ask(row(change))).sources.map(({ kind }) => kind))

it('asks with the rights of the role, also of one that no account has, and of several in turn', async () => {
  expect(await kindsFor({})).toEqual(new Set(['velocity']))

  expect(await kindsFor({ role: 'product-admin@harbor.example', environment: 'Harbor-EU' })).toEqual(
    new Set(['velocity']),
  )
  expect(await kindsFor({ role: 'FraudAnalyst', question: 'How many environments do we have?' })).toEqual(
    new Set(['environment']),
  )
  const refused = await answers.ask(row({ role: 'SupportAgent' }))
  expect([refused.refused, refused.sources]).toEqual([true, []])
})

it('has the figures of the reports', async () => {
  expect(await kindsFor({ question: 'How many transactions did we have in the last 30 days?' })).toEqual(
    new Set(['report']),
  )
})

it('names a place and a role that do not exist', async () => {
  await expect(answers.ask(row({ environment: 'Atlantis' }))).rejects.toThrow('no environment Atlantis')
  await expect(answers.ask(row({ role: 'Captain' }))).rejects.toThrow(/Captain/)
})
