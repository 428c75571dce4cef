import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Clause } from '../rule-draft.ts'
import { cellText, type TableColumn, tableOf } from './decision-table.ts'
import { editCell } from './edit-cell.ts'
import { anyClauses, anyEvent, compiledClauses } from './testing/random-clauses.ts'

const clauseOf = (text: string): Clause => ({ name: 'clause1', section: 'prior', text })
const rowOf = (text: string) => {
  const table = tableOf([clauseOf(text)])
  const [row] = table.rows
  if (!row) throw new Error('A clause has a row.')
  const find = (id: string): TableColumn | undefined => table.columns.find(column => column.id === id)
  return {
    cells: Object.fromEntries(table.columns.map(column => [column.id, cellText(row, column)])),
    edit(id: string, input: string) {
      const column = find(id)
      if (!column) throw new Error(`No column ${id}.`)
      const { clause, issue } = editCell(row, column, input, [row.clause])
      return issue ?? clause.text
    },
  }
}

describe('the cells of a clause', () => {
  it('has a column for each tested expression, and the parts of its result', () => {
    expect(
      rowOf(
        '// why\nLET $n = Velocity.cards(@"device.id", 7d)\nRETURN Review("Many cards", "Ask"), Output(n = $n)\nWHEN $n > 2 AND @"user.email".ToString() == "a" AND NOT IsBlock("Emails", @"user.email") AND 100 <= @"amount" AND @"amount" < 500 AND (@"a" == 1 OR @"b" == 2) // end',
      ).cells,
    ).toEqual({
      name: 'clause1',
      before: '// why\nLET $n = Velocity.cards(@"device.id", 7d)',
      $n: '> 2',
      '@"user.email"': '== "a" AND not IsBlock("Emails", _)',
      '@"amount"': '>= 100 AND < 500',
      conditions: '(@"a" == 1 OR @"b" == 2)',
      result: 'Review',
      reason: 'Many cards',
      message: 'Ask',
      outputs: 'Output(n = $n)',
      after: '// end',
    })
  })
  it('shows a text that is no row in one cell', () => {
    expect(rowOf('RETURN Review(').cells).toEqual({
      name: 'clause1',
      conditions: 'RETURN Review(',
      result: '',
      reason: '',
    })
  })
  it('shows the queue of a route by its name, and no reason', () => {
    expect(rowOf('ROUTETO Queue("Large orders") WHEN @"amount" > 10').cells).toEqual({
      name: 'clause1',
      '@"amount"': '> 10',
      conditions: '',
      result: 'Large orders',
    })
    expect(rowOf('ROUTETO Queue("a" + @"b")').cells['result']).toBe('Queue("a" + @"b")')
  })
  it.each([
    ['Velocity.cards(@"device.id",7d)', 'velocity.cards(@"device.id",7d)'],
    ['Model.Risk().Score', 'model.risk().score'],
    ['@"code".ToInt32()', '@"code".toint32()'],
  ])('%s is a column', (subject, id) => {
    expect(rowOf(`RETURN Reject("x") WHEN ${subject} > 2`).cells[id]).toBe('> 2')
  })
})

describe('an edited cell', () => {
  const text =
    'RETURN Reject("no") // result\nWHEN @"amount" > 100 // large\n  AND @"country".ToString() == "DE" /* home */'
  it.each([
    [
      '@"amount"',
      '>= 50',
      'RETURN Reject("no") // result\nWHEN @"amount" >= 50 // large\n  AND @"country".ToString() == "DE" /* home */',
    ],
    [
      '@"amount"',
      '5..9',
      'RETURN Reject("no") // result\nWHEN @"amount" >= 5 // large\n  AND @"amount" <= 9\n  AND @"country".ToString() == "DE" /* home */',
    ],
    ['@"amount"', '', 'RETURN Reject("no") // result\nWHEN // large\n@"country".ToString() == "DE" /* home */'],
    [
      '@"country"',
      'FR, AT',
      'RETURN Reject("no") // result\nWHEN @"amount" > 100 // large\n  AND In(@"country", "FR,AT") /* home */',
    ],
    [
      '@"country"',
      'FR',
      'RETURN Reject("no") // result\nWHEN @"amount" > 100 // large\n  AND @"country".ToString() == "FR" /* home */',
    ],
    ['@"country"', '', 'RETURN Reject("no") // result\nWHEN @"amount" > 100 // large\n /* home */'],
    [
      'conditions',
      '@"a" == 1 OR @"b" == 2',
      'RETURN Reject("no") // result\nWHEN @"amount" > 100 // large\n  AND @"country".ToString() == "DE"\n  AND (@"a" == 1 OR @"b" == 2) /* home */',
    ],
    ['result', 'review', text.replace('Reject', 'Review')],
    ['result', 'Challenge', text.replace('Reject("no")', 'Challenge("SMS", "no")')],
    ['reason', 'It said "no"', text.replace('"no"', '"It said \\"no\\""')],
    ['reason', '=@"amount".ToString()', text.replace('"no"', '@"amount".ToString()')],
    ['reason', '', text.replace('"no"', '')],
  ])('%s becomes %j, and all else stays as it is', (id, input, expected) => {
    expect(rowOf(text).edit(id, input)).toBe(expected)
  })
  it('gives a clause without conditions its first one, and takes the last one away', () => {
    expect(rowOf('RETURN Approve()').edit('conditions', '@"a" + 1 > 2')).toBe('RETURN Approve()\nWHEN @"a" + 1 > 2')
    expect(rowOf('RETURN Approve()\nWHEN @"a" > 2').edit('@"a"', '')).toBe('RETURN Approve()')
    expect(rowOf('RETURN Approve()\nWHEN (@"a" > 2 && @"a" < 5) // why').edit('@"a"', '')).toBe(
      'RETURN Approve() // why',
    )
  })
  it.each([
    [
      'RETURN Reject("x"), // agreed with legal\n Output(a=1)',
      'outputs',
      '',
      'RETURN Reject("x") // agreed with legal',
    ],
    [
      'RETURN Reject("x") /* why */, Output(a=1) WHEN @"a" > 2',
      'outputs',
      '',
      'RETURN Reject("x") /* why */ WHEN @"a" > 2',
    ],
    ['RETURN /* why */ Review("x")', 'result', 'Reject("x")', 'RETURN /* why */ Reject("x")'],
    ['RETURN Review(// why\n"x"), Output(a=1)', 'result', 'Reject("x")', 'RETURN Reject("x") // why\n, Output(a=1)'],
    ['OBSERVE /* why */ Output(a=1)', 'result', 'Approve', 'RETURN Approve() /* why */'],
    ['OBSERVE Output(a=1 /* shown */)', 'result', 'OBSERVE Output(b=1)', 'OBSERVE Output(b=1)'],
    ['RETURN Reject("x" + /* in it */ "y")', 'result', 'Challenge', 'RETURN Challenge("SMS", "x" + /* in it */ "y")'],
  ])('keeps the remarks of %j', (source, id, input, expected) => {
    expect(rowOf(source).edit(id, input)).toBe(expected)
  })
  it.each([
    ['Small "new"', 'ROUTETO Queue("Small \\"new\\"") WHEN @"amount" > 10'],
    ['Large', 'ROUTETO queue( "Large" ) WHEN @"amount" > 10'],
    ['Queue("a" + @"b")', 'ROUTETO Queue("a" + @"b") WHEN @"amount" > 10'],
  ])('a route leads to %s', (input, expected) => {
    expect(rowOf('ROUTETO queue( "Large" ) WHEN @"amount" > 10').edit('result', input)).toBe(expected)
  })
  it('a route has a queue', () => {
    expect(rowOf('ROUTETO Queue("Large")').edit('result', ' ')).toEqual({ reason: 'queue' })
  })
  it('puts alternatives into parentheses before something is joined to them', () => {
    expect(rowOf('RETURN Approve() WHEN @"a" == 1 OR @"b" == 2').edit('conditions', '@"a" == 1 OR @"b" == 3')).toBe(
      'RETURN Approve() WHEN (@"a" == 1 OR @"b" == 3)',
    )
  })
  it.each([
    ['@"amount"', '> ', { reason: 'syntax' }],
    ['@"amount"', '> @"limit"', { reason: 'column' }],
    ['@"country"', '"DE', { reason: 'syntax' }],
    ['result', 'Refuse', { reason: 'result' }],
    ['name', ' ', { reason: 'name', issue: 'empty' }],
  ])('%s cannot become %j', (id, input, issue) => {
    expect(rowOf(text).edit(id, input)).toMatchObject(issue)
  })
})

const remarks = (text: string) => [...text.matchAll(/\/\/ \w+|\/\* \w+ \*\//g)].map(String)

it('text, table and text again is the same text; the text of a cell typed again means the same', () => {
  fc.assert(
    fc.property(anyClauses, fc.array(anyEvent, { minLength: 5, maxLength: 20 }), (clauses, events) => {
      const table = tableOf(clauses)
      const decide = compiledClauses(clauses)
      expect(table.rows.map(({ clause }) => clause)).toEqual(clauses)
      for (const row of table.rows) {
        for (const column of table.columns) {
          const written = editCell(row, column, cellText(row, column), clauses)
          expect(written.issue, `${column.id}: ${cellText(row, column)}`).toBeNull()
          if (written.clause === null) continue
          const [again] = tableOf([written.clause]).rows
          // Cells of the written text are those of the first.
          if (again) for (const each of table.columns) expect(cellText(again, each)).toBe(cellText(row, each))
          const decided = compiledClauses([written.clause])
          for (const event of events) expect(decided(event)[0]).toBe(decide(event)[row.index])
        }
      }
    }),
    { numRuns: 50 },
  )
})

it('another result leaves all remarks that its cell does not show', () => {
  fc.assert(
    fc.property(
      anyClauses,
      fc.constantFrom('Approve', 'Review', 'Challenge', 'Reject("x")', 'OBSERVE Output(z = 1)'),
      (clauses, input) => {
        for (const row of tableOf(clauses).rows) {
          const { clause, issue } = editCell(row, { kind: 'fixed', id: 'result' }, input, clauses)
          // An observation cannot stand before outputs that are those of a decision.
          if (clause === null) expect(issue).toMatchObject({ reason: 'syntax' })
          else expect(remarks(clause.text).sort()).toEqual(remarks(row.clause.text).sort())
        }
      },
    ),
    { numRuns: 150 },
  )
})

it('a cell that is emptied and filled again means the same, and remarks stay in their order', () => {
  fc.assert(
    fc.property(anyClauses, fc.array(anyEvent, { minLength: 5, maxLength: 20 }), (clauses, events) => {
      const decide = compiledClauses(clauses)
      for (const row of tableOf(clauses).rows) {
        for (const column of tableOf(clauses).columns) {
          if (column.kind !== 'test' && column.id !== 'conditions' && column.id !== 'outputs') continue
          const emptied = editCell(row, column, '', clauses).clause
          const [rest] = tableOf(emptied ? [emptied] : []).rows
          if (!rest) throw new Error('An emptied cell leaves a row.')
          expect(cellText(rest, column)).toBe('')
          expect(remarks(rest.clause.text).sort()).toEqual(
            remarks(row.clause.text)
              .filter(each => !cellText(row, column).includes(each))
              .sort(),
          )
          const filled = editCell(rest, column, cellText(row, column), clauses).clause
          if (!filled) throw new Error('A cell takes what it had.')
          const decided = compiledClauses([filled])
          for (const event of events) expect(decided(event)[0]).toBe(decide(event)[row.index])
        }
      }
    }),
    { numRuns: 50 },
  )
})
