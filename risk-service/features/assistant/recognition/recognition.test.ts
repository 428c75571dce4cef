import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssistantLocale, assistantLocales, intents, questionLimit } from '../../../contract/assistant/intents.ts'
import { periodBefore, recognise, resolvePeriod } from './recognition.ts'

const ask = (question: string, locale: AssistantLocale = 'en-US', page = '/search') =>
  recognise(question, { locale, page })

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: questionLimit, unit: 'grapheme' }),
    fc.string({ unit: 'binary', maxLength: 300 }),
  )
  it('is recognised without an error, as a known intent with a confidence from 0 to 1', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...assistantLocales), fc.webPath(), (question, locale, page) => {
        const { intent, confidence, alternatives } = recognise(question, { locale, page })
        expect(intents).toContain(intent)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(alternatives).not.toContain(intent)
      }),
      { numRuns: 300 },
    )
  })
  it('gives the same answer twice', () => {
    fc.assert(
      fc.property(anyText, question => {
        expect(ask(question)).toEqual(ask(question))
      }),
      { numRuns: 50 },
    )
  })
  it.each(['', '   ', '?', '%', '٪', '"', '((((', '\u0000', '🤷'])('%j is unknown', question => {
    expect(ask(question).intent).toBe('unknown')
  })
  it.each(assistantLocales)('of 2,000 characters is recognised in less than a quarter of a second in %s', locale => {
    const long = ['rule over 500 in the last 7 days and '.repeat(60), 'aaaaaaaaab'.repeat(200), 'a '.repeat(1000)]
    for (const text of long) {
      ask('x', locale)
      const started = performance.now()
      ask(text.slice(0, questionLimit), locale)
      expect(performance.now() - started).toBeLessThan(250)
    }
  })
})

describe('ways of writing', () => {
  it.each([
    ['WHY WAS ORDER 123 REJECTED', 'explain-transaction'],
    ['why was order 123 rejcted', 'explain-transaction'],
    ['how do i delte a rule', 'help'],
    ['delete rule Card testing', 'write'],
    ['which rules nevr fire', 'unused-rules'],
  ] as const)('%s is %s', (question, intent) => {
    expect(ask(question, 'en-US', '/fraud/purchase/rules').intent).toBe(intent)
  })
  it('needs no accents and no special letters', () => {
    expect(ask('wie loesche ich eine regel', 'de-DE').intent).toBe('help')
    expect(ask('regles inutilisees', 'fr-FR').intent).toBe('unused-rules')
    expect(ask('tasa de aprobacion de la semana pasada', 'es-ES').intent).toBe('figure')
  })
  it('reads English in the other languages', () => {
    expect(ask('what is the fraud rate this month', 'da-DK', '/reports/summary').intent).toBe('figure')
  })
})

const periods: readonly (readonly [AssistantLocale, string, string, string])[] = [
  ['en-US', 'fraud rate today', '2026-11-25', '2026-11-25'],
  ['en-US', 'fraud rate yesterday', '2026-11-24', '2026-11-24'],
  ['en-US', 'fraud rate of the day before yesterday', '2026-11-23', '2026-11-23'],
  ['en-US', 'fraud rate in the last 7 days', '2026-11-19', '2026-11-25'],
  ['en-US', 'fraud rate last week', '2026-11-16', '2026-11-22'],
  ['en-US', 'fraud rate this month', '2026-11-01', '2026-11-25'],
  ['en-US', 'fraud rate in January', '2026-01-01', '2026-01-31'],
  ['en-US', 'fraud rate in December', '2025-12-01', '2025-12-31'],
  ['en-US', 'fraud rate in October 2025', '2025-10-01', '2025-10-31'],
  ['en-US', 'fraud rate from 2026-11-01 to 2026-11-07', '2026-11-01', '2026-11-07'],
  ['en-US', 'fraud rate since Monday', '2026-11-23', '2026-11-25'],
  ['en-US', 'fraud rate in Q3', '2026-07-01', '2026-09-30'],
  ['en-US', 'fraud rate over the last three months', '2026-08-26', '2026-11-25'],
  ['de-DE', 'Betrugsrate in den letzten 7 Tagen', '2026-11-19', '2026-11-25'],
  ['de-DE', 'Betrugsrate seit Montag', '2026-11-23', '2026-11-25'],
  ['de-DE', 'Betrugsrate vom 01.11.2026 bis 07.11.2026', '2026-11-01', '2026-11-07'],
  ['fr-FR', 'taux de fraude la semaine dernière', '2026-11-16', '2026-11-22'],
  ['fr-FR', 'taux de fraude ces 7 derniers jours', '2026-11-19', '2026-11-25'],
  ['es-ES', 'tasa de fraude del mes pasado', '2026-10-01', '2026-10-31'],
  ['es-ES', 'tasa de fraude en los últimos 7 días', '2026-11-19', '2026-11-25'],
  ['it-IT', 'tasso di frode negli ultimi 30 giorni', '2026-10-27', '2026-11-25'],
  ['it-IT', 'tasso di frode della settimana scorsa', '2026-11-16', '2026-11-22'],
  ['nl-NL', 'fraudepercentage vorige maand', '2026-10-01', '2026-10-31'],
  ['nl-NL', 'fraudepercentage gisteren', '2026-11-24', '2026-11-24'],
  ['da-DK', 'svindelrate i sidste uge', '2026-11-16', '2026-11-22'],
  ['da-DK', 'svindelrate i går', '2026-11-24', '2026-11-24'],
  ['pt-BR', 'taxa de fraude da semana passada', '2026-11-16', '2026-11-22'],
  ['pt-BR', 'taxa de fraude nos últimos 7 dias', '2026-11-19', '2026-11-25'],
  ['ar-AE', 'معدل الاحتيال الأسبوع الماضي', '2026-11-16', '2026-11-22'],
  ['ar-AE', 'معدل الاحتيال خلال آخر ٧ أيام', '2026-11-19', '2026-11-25'],
  ['ar-AE', 'معدل الاحتيال أمس', '2026-11-24', '2026-11-24'],
]

describe('periods', () => {
  it.each(periods)('%s: %s', (locale, question, from, to) => {
    const { period } = ask(question, locale, '/reports/summary').slots
    expect(period && resolvePeriod(period, '2026-11-25')).toEqual({ from, to })
  })
  it('reads the period that another one is compared with', () => {
    const { period, comparedWith } = ask('compare this week with last week').slots
    expect([period, comparedWith]).toEqual([
      { kind: 'calendar', unit: 'week', offset: 0 },
      { kind: 'calendar', unit: 'week', offset: -1 },
    ])
  })
  it('knows the period of the same length right before', () => {
    expect(periodBefore({ from: '2026-11-16', to: '2026-11-22' })).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  })
})

describe('names and ids', () => {
  it.each([
    ['why was P-7241903 rejected', 'P-7241903'],
    ['why was order 123 rejected', '123'],
    ['explain 6f9619ff-8b86-d011-b42d-00cf4fc964ff', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
    ['tell me about case C-1182', 'C-1182'],
  ])('%s names the event %s', (question, id) => {
    expect(ask(question).slots.eventId).toBe(id)
  })
  it('takes the event from the page', () => {
    expect(ask('why was this rejected', 'en-US', '/search/purchase/e1/P-9').slots.eventId).toBe('P-9')
  })
  it.each([
    ['what does the rule Shared device ring do', 'Shared device ring'],
    ['explain rule "High value night orders"', 'High value night orders'],
    ['disable the Blocked countries rule', 'Blocked countries'],
    ['how many entries has list Safe customers', 'Safe customers'],
  ])('%s names %s', (question, name) => {
    expect(ask(question, 'en-US', '/fraud/purchase/rules').slots.name).toBe(name)
  })
  it.each([
    ['de-DE', 'Was macht die Regel Kartentest am Morgen?'],
    ['fr-FR', 'Que fait la règle « Kartentest am Morgen » ?'],
  ] as const)('reads a name in %s', (locale, question) => {
    expect(ask(question, locale).slots.name).toMatch(/^Kartentest/)
  })
})

describe('figures', () => {
  it.each([
    ['fraud rate', 'fraudRate'],
    ['chargeback rate', 'fraudChargebackRate'],
    ['how many chargebacks', 'fraudChargebackVolume'],
    ['approval rate last week', 'ruleApprovedRate'],
    ['share of orders going to manual review', 'manualReviewRate'],
    ['reject rate', 'ruleRejectedRate'],
    ['bank acceptance rate', 'bankAcceptanceRate'],
    ['how many transactions yesterday', 'transactionVolume'],
    ['false positive rate', 'falsePositiveRate'],
  ])('%s is %s', (question, metric) => {
    expect(ask(question, 'en-US', '/reports/summary').slots.metric).toBe(metric)
  })
  it('reads the cut-off', () => {
    expect(ask('what happens with a cutoff of 650', 'en-US', '/reports/scores').slots.cutoff).toBe(650)
  })
  it('reads the step of a trend', () => {
    expect(ask('approval rate by week').slots.grain).toBe('week')
  })
})

const conditions: readonly (readonly [AssistantLocale, string, unknown])[] = [
  ['en-US', 'purchases over 1,000.50 USD', { field: 'amountUsd', op: 'gt', value: 1000.5, currency: 'USD' }],
  ['de-DE', 'Käufe über 1.000,50 Euro', { field: 'amountUsd', op: 'gt', value: 1000.5, currency: 'EUR' }],
  ['fr-FR', 'achats de plus de 500 euros', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['es-ES', 'compras de más de 500 euros', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['it-IT', 'acquisti oltre 500 euro', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['nl-NL', 'aankopen boven 500 euro', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['da-DK', 'køb over 500 euro', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['pt-BR', 'compras acima de 500 euros', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['ar-AE', 'مشتريات فوق 500 يورو', { field: 'amountUsd', op: 'gt', value: 500, currency: 'EUR' }],
  ['en-US', 'orders with risk score at least 600', { field: 'riskScore', op: 'gte', value: 600 }],
  [
    'en-US',
    'Draft a filter for rejected purchases with a score over 800',
    { field: 'riskScore', op: 'gt', value: 800 },
  ],
  [
    'de-DE',
    'Entwirf einen Filter für abgelehnte Käufe mit einem Score über 800',
    { field: 'riskScore', op: 'gt', value: 800 },
  ],
  ['en-US', 'purchases with score between 400 and 600', { field: 'riskScore', op: 'between', value: [400, 600] }],
  ['en-US', 'purchases from Italy', { field: 'ipCountry', op: 'eq', value: 'IT' }],
  ['de-DE', 'Käufe aus Italien', { field: 'ipCountry', op: 'eq', value: 'IT' }],
  ['fr-FR', "achats depuis l'Italie", { field: 'ipCountry', op: 'eq', value: 'IT' }],
  ['ar-AE', 'مشتريات من إيطاليا', { field: 'ipCountry', op: 'eq', value: 'IT' }],
  ['en-US', 'orders with country not US', { field: 'ipCountry', op: 'neq', value: 'US' }],
  ['en-US', 'logins from IP 203.0.113.7', { field: 'ip', op: 'eq', value: '203.0.113.7' }],
  ['en-US', 'orders of bob@example.com', { field: 'email', op: 'eq', value: 'bob@example.com' }],
  ['en-US', 'orders with email containing mailinator', { field: 'email', op: 'contains', value: 'mailinator' }],
  ['en-US', 'orders from device dv_7f3a19e4c210', { field: 'deviceId', op: 'eq', value: 'dv_7f3a19e4c210' }],
]

describe('conditions', () => {
  it.each(conditions)('%s: %s', (locale, question, condition) => {
    expect(ask(question, locale).slots.conditions).toContainEqual(condition)
  })
  it('reads several', () => {
    expect(ask('find purchases over 500 euros from Italy in the last 7 days').slots).toMatchObject({
      conditions: [
        { field: 'amountUsd', op: 'gt', value: 500 },
        { field: 'ipCountry', op: 'eq', value: 'IT' },
      ],
      period: { kind: 'last', unit: 'day', count: 7 },
    })
  })
  it('reads what a velocity counts', () => {
    expect(ask('write a velocity that counts orders per card in the last 24 hours').slots).toMatchObject({
      aggregate: 'count',
      groupedBy: 'paymentType',
      window: { count: 1, unit: 'day' },
    })
  })
})
