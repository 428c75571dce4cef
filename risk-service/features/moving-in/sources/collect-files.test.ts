import { describe, expect, it } from 'vitest'
import { collectFiles } from './collect-files.ts'

const collect = (files: Record<string, string>, pasted = '') =>
  collectFiles({
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    pasted,
    assessment: 'accountlogin',
  })
const pathsOf = (...parameters: Parameters<typeof collect>): string[] => [...collect(...parameters).files.keys()]

describe('files of a source', () => {
  it('a chosen folder loses its name, however deep it is', () => {
    const files = { 'export/of/2026/rules/purchase/A.fql': 'a', 'export/of/2026/settings.json': '{}' }
    expect(pathsOf(files)).toEqual(['rules/purchase/A.fql', 'settings.json'])
    expect(pathsOf({ 'rules/purchase/A.fql': 'a' })).toEqual(['rules/purchase/A.fql'])
  })

  it('a path does not lead out of its folder', () => {
    expect(pathsOf({ '../..\\rules/purchase/./A.fql': 'a' })).toEqual(['rules/purchase/A.fql'])
  })

  it('loose files get their place by ending and text', () => {
    expect(
      pathsOf({
        'Limit.txt': 'RETURN Review()',
        'Per user.fql': '// how often\nSELECT Count() AS a FROM Purchase GROUPBY @"user.userId"',
        'Risky.csv': 'SKU\n',
        'IP_Support_List.csv': 'Value,Status\n',
        'phone.json': '{"name":"phone","url":"u","method":"GET","authentication":{}}',
        'kyc.json': '{"name":"Kyc","target":{}}',
        'High value.json': '{"assessment":"purchase","defaultAction":"Approve"}',
        'what.json': '[]',
        'README.md': '',
      }),
    ).toEqual([
      'external-assessments/Kyc.json',
      'external-calls/phone.json',
      'lists/custom/Risky.csv',
      'lists/support/IP Support List.csv',
      'queues/High value.json',
      'rules/accountlogin/Limit.fql',
      'velocities/Per user.fql',
      'what.json',
    ])
  })

  it('two files of one place are one too many', () => {
    const { files, unreadable } = collect({ 'A.fql': 'RETURN Review()', 'A.txt': 'RETURN Reject()' })
    expect([...files.keys()]).toEqual(['rules/accountlogin/A.fql'])
    expect([...unreadable.keys()]).toEqual(['rules/accountlogin/A.fql'])
  })

  it('a template becomes the files of its contents, lists without rows among them', () => {
    const rule = {
      type: 'decision',
      status: 'active',
      body: {
        name: 'T',
        description: '',
        condition: '',
        clauses: [{ name: 'C', section: 'prior', text: 'RETURN Review()' }],
        sample: { payload: {}, riskScore: 0 },
      },
    }
    const template = {
      format: 'assay.template',
      version: 1,
      kind: 'environment',
      name: 'All',
      description: '',
      source: 'EU',
      content: {
        environment: { name: 'EU', description: '', geography: 'Europe' },
        assessments: [],
        settings: {},
        rules: [{ ...rule, assessment: 'purchase' }],
        velocitySets: [],
        functions: [],
        externalCalls: [],
        externalAssessments: [],
        lists: [{ name: 'Risky', description: '', columns: ['SKU'] }],
      },
    }
    const { files, withoutRows } = collect({ 'all.environment.json': JSON.stringify(template) })
    expect([...files.keys()]).toEqual([
      'lists/custom/Risky.csv',
      'rules/purchase/T/clauses/C.fql',
      'rules/purchase/T/rule.json',
      'rules/purchase/order.txt',
    ])
    expect([...withoutRows]).toEqual(['lists/custom/Risky.csv'])
    const broken = collect({ 'all.json': JSON.stringify({ ...template, content: { ...template.content, rules: 1 } }) })
    expect([...broken.unreadable]).toMatchObject([
      ['all.json', [{ code: 'schema', params: { field: expect.stringContaining('rules') } }]],
    ])
    expect(collect({ 'all.json': JSON.stringify({ ...template, version: 9 }) }).unreadable.size).toBe(1)
  })

  it('text from the clipboard is divided by its headings', () => {
    const { files } = collect(
      {},
      'RETURN Review()\r\n// Rule: Large: 1\nRETURN Reject()\n// Velocity set: Users\nSELECT Count() AS a FROM Purchase GROUPBY @"b"\n',
    )
    expect([...files]).toEqual([
      ['rules/accountlogin/Large%3A 1.fql', 'RETURN Reject()\n'],
      ['rules/accountlogin/Pasted rule.fql', 'RETURN Review()\n'],
      ['velocities/Users.fql', 'SELECT Count() AS a FROM Purchase GROUPBY @"b"\n'],
    ])
    expect(pathsOf({}, 'SELECT Count() AS a FROM Purchase GROUPBY @"b"')).toEqual(['velocities/Pasted velocities.fql'])
    expect(pathsOf({}, ' \n ')).toEqual([])
  })
})
