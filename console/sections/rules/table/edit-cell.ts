import { parse } from '@assay/risk-service/fql'
import { type Clause, validateClauseName } from '../rule-draft.ts'
import { type CellIssue, quote, readConditionInput, readTestInput } from './cell-input.ts'
import { argumentIndex, conditionsIn, queueText, type TableColumn, type TableRow } from './decision-table.ts'
import { applyEdits, remarksBetween, replaceConditions, type TextEdit } from './edit-conditions.ts'
import { decisions, type RowParts, readRow, remarksIn } from './table-row.ts'

/** The clause after a cell was changed, or why it cannot have that text. */
export type CellEdit = { clause: Clause; issue: null } | { clause: null; issue: CellIssue }

const refused = (issue: CellIssue): CellEdit => ({ clause: null, issue })

/** Puts a text into a cell; parts of the clause that the cell does not show stay as they are. */
export function editCell(row: TableRow, column: TableColumn, input: string, clauses: readonly Clause[]): CellEdit {
  const { clause, parts, index } = row
  const changed = (text: string): CellEdit => ({ clause: withText(clause, text), issue: null })
  if (column.id === 'name') {
    const name = input.trim()
    const issue = validateClauseName(name, clauses, index)
    return issue === null ? { clause: { ...clause, name }, issue: null } : refused({ reason: 'name', issue })
  }
  // A text that is no row is edited as it is, and may have errors as it may in the editor of texts.
  if (parts === null) return column.id === 'conditions' ? changed(input) : refused({ reason: 'place' })
  if (column.kind === 'test' || column.id === 'conditions') {
    const read = column.kind === 'test' ? readTestInput(input, column) : readConditionInput(input)
    return read.issue === null
      ? changed(replaceConditions(parts, conditionsIn(row, column), read.conditions))
      : refused(read.issue)
  }
  switch (column.id) {
    case 'before': {
      const text = input.trim()
      return checked(`${text}${text === '' ? '' : '\n'}${parts.text.slice(parts.statement.from)}`, changed)
    }
    case 'after': {
      const text = input.trim()
      return checked(`${parts.text.slice(0, parts.end)}${text === '' ? '' : `\n${text}`}`, changed)
    }
    case 'result':
      return editResult(parts, input.trim(), changed)
    case 'outputs':
      return editOutputs(parts, input.trim(), changed)
    default:
      return editArgument(parts, column.id, input, changed)
  }
}

function withText(clause: Clause, text: string): Clause {
  if (text === clause.text) return clause
  // Whether blocks can show it is read from the text again.
  const { visual, ...others } = clause
  return { ...others, ...(visual === false ? { visual } : {}), text }
}

/**
 * Puts texts into cells of one row, one after the other. Conditions that replace one another are put into the text at
 * once, so that it is read again once for all of them.
 */
export function editRow(
  read: (clause: Clause) => TableRow,
  clause: Clause,
  cells: readonly { column: TableColumn; input: string }[],
  clauses: readonly Clause[],
): { clause: Clause; refused: null } | { clause: null; refused: { place: number; issue: CellIssue } } {
  let row = read(clause)
  const edits = new Map<string, TextEdit>()
  const carryOut = () => {
    if (edits.size === 0) return
    row = read(withText(row.clause, applyEdits(row.clause.text, [...edits.values()])))
    edits.clear()
  }
  for (const [place, { column, input }] of cells.entries()) {
    if (edits.has(column.id)) carryOut()
    const own = replacedCondition(row, column, input)
    if (own !== null) {
      edits.set(column.id, own)
      continue
    }
    carryOut()
    const edited = editCell(row, column, input, clauses)
    if (edited.issue !== null) return { clause: null, refused: { place, issue: edited.issue } }
    if (edited.clause !== row.clause) row = read(edited.clause)
  }
  return edits.size === 0
    ? { clause: row.clause, refused: null }
    : { clause: withText(row.clause, applyEdits(row.clause.text, [...edits.values()])), refused: null }
}

/** The edit of a cell that has one condition before and after; null where it is anything else, or refused. */
function replacedCondition(row: TableRow, column: TableColumn, input: string): TextEdit | null {
  if (row.parts === null || column.kind !== 'test') return null
  const [own, other] = conditionsIn(row, column)
  if (own === undefined || other !== undefined) return null
  const [text, more] = readTestInput(input, column).conditions ?? []
  return text === undefined || more !== undefined ? null : { from: own.from, to: own.to, text }
}

/** Only a text that is still a row. */
function checked(text: string, changed: (text: string) => CellEdit): CellEdit {
  if (readRow(text)) return changed(text)
  return refused({ reason: 'syntax', problem: parse(text).diagnostic })
}

function editResult(parts: RowParts, input: string, changed: (text: string) => CellEdit): CellEdit {
  const { result, text } = parts
  if (result.keyword === 'ROUTETO' && !/\(/.test(input))
    return input === ''
      ? refused({ reason: 'queue' })
      : input === queueText(result.call.text)
        ? changed(text)
        : checked(replaceResult(parts, 'ROUTETO', `Queue(${quote(input)})`), changed)
  const decision =
    decisions.find(each => each.toLowerCase() === input.toLowerCase()) ??
    // The first letters are enough where they are those of one decision.
    (input.length > 1 && /^[a-z]+$/i.test(input)
      ? single(decisions.filter(each => each.toLowerCase().startsWith(input.toLowerCase())))
      : undefined)
  if (decision === undefined) {
    if (!/\(/.test(input)) return refused({ reason: 'result' })
    const own = result.keyword === 'ROUTETO' ? 'ROUTETO' : 'RETURN'
    const [start = '', keyword = own] = /^(RETURN|ROUTETO|OBSERVE|DO)\s+/i.exec(input) ?? []
    return checked(replaceResult(parts, keyword, input.slice(start.length)), changed)
  }
  if (result.keyword !== 'RETURN')
    return checked(
      replaceResult(parts, 'RETURN', callText(decision, decision === 'Challenge' ? [quote('SMS')] : [])),
      changed,
    )
  const before = result.decision?.text.toLowerCase() ?? ''
  if (before === decision.toLowerCase()) return changed(text)
  if (result.decision && decision !== 'Challenge' && before !== 'challenge')
    return changed(applyEdits(text, [{ from: result.decision.from, to: result.decision.to, text: decision }]))
  const own = result.args.map(({ text: each }) => each)
  const args = decision === 'Challenge' ? [quote('SMS'), ...own] : before === 'challenge' ? own.slice(1) : own
  return changed(rewriteCall(parts, callText(decision, args)))
}

const single = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)
const callText = (decision: string, args: readonly string[]): string => `${decision}(${args.join(', ')})`

/** Remarks inside the call stand behind it; those of an argument stay in it. */
function rewriteCall({ text, result: { call } }: RowParts, next: string): string {
  return applyEdits(text, [{ from: call.from, to: call.to, text: withRemarks(next, call.text) }])
}

/** Remarks of the result that its cell does not show stay in front of the new one, or stand behind it. */
function replaceResult({ text, statement, result }: RowParts, keyword: string, next: string): string {
  const { call, decision } = result
  const isSame = keyword.toUpperCase() === result.keyword
  const from = isSame ? call.from : statement.from
  const hidden = text.slice(from, decision === null ? call.from : call.to)
  return applyEdits(text, [{ from, to: call.to, text: withRemarks(isSame ? next : `${keyword} ${next}`, hidden) }])
}

/** The new text, and behind it the remarks of the removed one that it does not have. */
function withRemarks(next: string, removed: string): string {
  const own = remarksIn(next)
  const remarks = remarksIn(removed).filter(each => {
    const place = own.indexOf(each)
    if (place >= 0) own.splice(place, 1)
    return place < 0
  })
  return [next, ...remarks.map(each => (each.startsWith('//') ? `${each}\n` : each))].join(' ')
}

function editArgument(
  parts: RowParts,
  id: 'challenge' | 'reason' | 'message',
  input: string,
  changed: (text: string) => CellEdit,
): CellEdit {
  const { result, text } = parts
  const index = result.decision ? argumentIndex(parts, id) : -1
  if (index < 0) return input.trim() === '' ? changed(text) : refused({ reason: 'place' })
  const own = result.args[index]
  const next = input.startsWith('=') ? input.slice(1).trim() : quote(input)
  if (own) {
    // Words as they were, whatever their quotation marks.
    if (own.words === input) return changed(text)
    if (input !== '' || index < result.args.length - 1)
      return checked(applyEdits(text, [{ from: own.from, to: own.to, text: next }]), changed)
  } else if (input === '') return changed(text)
  const args = result.args.map(({ text: each }) => each)
  while (args.length < index) args.push('""')
  if (input === '') args.splice(index)
  else args[index] = next
  // An argument that was empty only to reach the next one is left out with it.
  while (args.length > (id === 'challenge' ? 1 : 0) && args.at(-1) === '""' && input === '') args.pop()
  return checked(rewriteCall(parts, callText(result.decision?.text ?? '', args)), changed)
}

function editOutputs(parts: RowParts, input: string, changed: (text: string) => CellEdit): CellEdit {
  const { result, text } = parts
  const from = result.outputs?.from ?? result.call.to
  const to = result.outputs?.to ?? result.call.to
  if (input !== '')
    return checked(applyEdits(text, [{ from, to, text: result.outputs ? input : `, ${input}` }]), changed)
  const remarks = remarksBetween(text, result.call.to, from)
  // The end of the line after a remark is there already.
  const behind = /^[ \t]*(?:\r?\n|$)/.test(text.slice(to)) ? remarks.trimEnd() : remarks
  return changed(applyEdits(text, [{ from: result.call.to, to, text: behind }]))
}
