import { describe, expect, it } from 'vitest'
import { consoleContract } from './console-api.ts'
import { effectOf, isReadProcedure, needsIdempotencyKey } from './procedure-effects.ts'

const procedures = Object.entries(consoleContract).flatMap(([area, named]) =>
  Object.entries(named).map(
    ([
      name,
      {
        '~orpc': { route },
      },
    ]) => ({
      path: [area, name],
      method: route.method ?? 'POST',
    }),
  ),
)

describe('the effect of a procedure', () => {
  it.each(procedures)('$path has one, which its method $method does not contradict', ({ path, method }) => {
    expect(['read', 'report', 'change']).toContain(effectOf(path))
    if (method === 'GET') expect(effectOf(path)).toBe('read')
    else if (method !== 'POST') expect(effectOf(path)).toBe('change')
  })
  it('the effect of a procedure of a long or secret question by POST is a read: these, and no other procedure that shares a name with one', () => {
    const readsByPost = procedures.filter(({ path, method }) => method === 'POST' && isReadProcedure(path))
    expect(readsByPost.map(({ path }) => path.join('.')).sort()).toEqual([
      'access.people',
      'access.preview',
      'activityLog.count',
      'activityLog.export',
      'activityLog.proof',
      'activityLog.search',
      'alertRules.preview',
      'applications.readCertificate',
      'assessmentConfiguration.checkSchema',
      'assessmentTemplates.check',
      'assessmentTemplates.compose',
      'assessmentTemplates.export',
      'attacks.preview',
      'backtests.sample',
      'billing.export',
      'caseReport.ageing',
      'caseReport.export',
      'caseReport.overview',
      'caseReport.quality',
      'caseReport.queues',
      'caseReport.reviewers',
      'caseReport.value',
      'caseRouting.simulate',
      'contrast.compare',
      'contrast.counts',
      'customLists.check',
      'customLists.download',
      'databaseLists.preview',
      'databaseLists.test',
      'environmentTemplates.check',
      'environmentTemplates.compose',
      'environmentTemplates.export',
      'eventSubscriptions.export',
      'eventSubscriptions.exportDeadLetters',
      'eventSubscriptions.test',
      'externalAssessments.test',
      'externalCalls.test',
      'fingerprinting.checkHost',
      'functions.evaluate',
      'graph.event',
      'graph.expand',
      'graph.hubs',
      'graph.neighbourhood',
      'graph.path',
      'graph.selection',
      'linkAnalysis.counts',
      'linkAnalysis.export',
      'linkAnalysis.results',
      'linkAnalysis.total',
      'lossPrevention.entity',
      'lossPrevention.export',
      'lossPrevention.openings',
      'lossPrevention.summary',
      'movingIn.preview',
      'queues.cases',
      'queues.preview',
      'reports.attributeValues',
      'reports.observed',
      'reports.olderMonths',
      'reports.rules',
      'reports.scoreCutoff',
      'reports.scoreProfit',
      'reports.scoreTarget',
      'reports.scores',
      'reports.summary',
      'reports.threats',
      'rings.find',
      'rings.list',
      'routingRules.evaluate',
      'ruleTemplates.check',
      'ruleTemplates.compose',
      'ruleTemplates.export',
      'rules.evaluate',
      'search.count',
      'search.events',
      'search.export',
      'search.removals',
      'subjectRequests.find',
      'subjectRequests.preview',
      'support.activity',
      'support.find',
      'support.impact',
      'support.summary',
      'support.transaction',
      'support.transactions',
      'supportEntries.get',
      'supportEntries.history',
      'supportLists.export',
      'supportLists.find',
      'usage.export',
      'velocities.check',
      'velocities.events',
      'velocities.read',
    ])
  })
  it('the effect of a procedure of a POST that stores something is a change', () => {
    for (const path of ['rules.create', 'ruleTemplates.use', 'fcra.accept'])
      expect(isReadProcedure(path.split('.'))).toBe(false)
  })
  it('only reports that somebody looks, asks, a reviewer is active or an upload is whole, and what a repeat leaves as it is, store something and need no key', () => {
    const keyless = procedures.filter(({ path }) => !isReadProcedure(path) && !needsIdempotencyKey(path))
    expect(keyless.map(({ path }) => path.join('.'))).toEqual([
      'events.viewers',
      'recorder.timeline',
      'cases.reportActivity',
      'assistant.answer',
      'movingIn.apply',
      'uploads.complete',
    ])
  })
  it('the effect of a procedure is unknown for a procedure that the contract lacks', () => {
    for (const path of [[], ['rules'], ['rules', 'toString'], ['ruleTemplates', 'constructor']])
      expect(effectOf(path)).toBeUndefined()
  })
})
