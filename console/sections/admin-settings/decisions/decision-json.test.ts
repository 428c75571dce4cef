import { defaultCaseConfiguration } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { decisionBody, decisionFormOf } from './decision-form.ts'
import { decisionJson, readDecisionJson } from './decision-json.ts'
import { shownPath } from './json-places.ts'

const [approve, reject] = defaultCaseConfiguration.queueDecisions
const configuration = {
  queueDecisions: [
    { ...approve, fqlAction: 'DO External.Notify() WHEN true', reasons: ['Low risk', 'A “quoted” \\ reason'] },
    { ...reject, buttonSentiment: null },
    { ...reject, name: 'Dismiss', caseAction: 'None', labelAction: 'NonFraud' },
  ],
  defaultDecisionName: 'Reject',
  challengeAction: 'DO External.Challenge()',
} as typeof defaultCaseConfiguration

/** What is wrong with a text: path, kind, and the text at its place. */
const problemsIn = (text: string) =>
  readDecisionJson(text).problems.map(({ kind, path, from, to }) => [shownPath(path), kind, text.slice(from, to)])
const withDecisions = (...queueDecisions: object[]) =>
  JSON.stringify({ queueDecisions, defaultDecisionName: 'Approve' })

describe('decisions as JSON', () => {
  it.each([defaultCaseConfiguration, configuration])('lose nothing on the way to the form and back', stored => {
    const read = readDecisionJson(decisionJson(stored))
    expect(read).toEqual({ configuration: stored, problems: [] })
    expect(decisionBody(decisionFormOf(read.configuration ?? stored))).toEqual(stored)
  })

  it('may spell the default as published samples do', () => {
    const text = JSON.stringify({
      queueDecisions: configuration.queueDecisions,
      defaultDecisionButtonName: 'Dismiss',
      sortableBy: ['TimeInQueue'],
    })
    expect(readDecisionJson(text).configuration).toMatchObject({
      defaultDecisionName: 'Dismiss',
      challengeAction: null,
    })
  })

  it('name the place where they are no JSON', () => {
    expect(readDecisionJson('{"queueDecisions": [,]}')).toMatchObject({ problems: [{ kind: 'syntax', from: 20 }] })
  })

  it.each([
    ['[]', [['', 'missing', '[]']]],
    [withDecisions({ ...approve, extra: 1 }, { ...reject }), [['queueDecisions[0].extra', 'unknown', '1']]],
    [
      withDecisions({ ...approve }, { ...reject, reasons: [], caseAction: 'Deny' }),
      [
        ['queueDecisions[1].caseAction', 'choice', '"Deny"'],
        ['queueDecisions[1].reasons', 'empty', '[]'],
      ],
    ],
    [withDecisions({ ...approve }, { ...reject, name: 'approve' }), [['queueDecisions[1].name', 'name', '"approve"']]],
    [withDecisions({ ...approve }, { ...reject, caseAction: 'Approve' }), [['queueDecisions', 'few']]],
    [withDecisions({ ...approve }), [['queueDecisions', 'few']]],
    [withDecisions({ ...approve }, { ...reject, name: 'x'.repeat(61) }), [['queueDecisions[1].name', 'long']]],
    [
      JSON.stringify({ queueDecisions: configuration.queueDecisions, defaultDecisionName: 'Skip' }),
      [['defaultDecisionName', 'default', '"Skip"']],
    ],
    [
      decisionJson(configuration).replace('"caseAction": "Approve"', '"caseAction": "Reject", "caseAction": "Approve"'),
      [['queueDecisions[0].caseAction', 'repeated', '"Approve"']],
    ],
  ])('%#: name the path of what is wrong', (text, expected) => {
    const found = problemsIn(text)
    expect(found).toHaveLength(expected.length)
    expected.forEach((each, index) => expect(found[index]).toEqual(expect.arrayContaining(each)))
  })
})
