import type { DualRunDetail, DualRunGroup, DualRunReport } from '../../contract/dual-runs/dual-run-report.ts'

/** What a group of differences says, and what to do about it. */
const detailTexts: Record<DualRunDetail, { cause: string; remedy: string }> = {
  formerScore: {
    cause: 'with the score of the former system',
    remedy: 'Train a model on labelled events, or move the limits of the rules to the scores of this product.',
  },
  requiredScore: {
    cause: 'with another score; the answers have none',
    remedy: 'Export the answers with their scores, or move the limits of the rules.',
  },
  formerList: {
    cause: 'with the list as it was',
    remedy: 'Nothing to do where the change was intended; else restore the list.',
  },
  listEntry: {
    cause: 'with another entry in the list, which changed since',
    remedy: 'Compare the rows of the list with those of the former system.',
  },
  window: {
    cause: 'with a higher velocity: its window began before the first event',
    remedy: 'Export earlier events too, or import them so that the velocity does not begin empty.',
  },
  ruleOrder: { cause: 'with the rule first', remedy: 'Move the rule in front of the other one.' },
  clauseOrder: { cause: 'with the clause first', remedy: 'Move the clause in front of the other one.' },
  evaluation: {
    cause: 'with the other evaluation of rules (first match, all)',
    remedy: 'Change the evaluation in the rule settings.',
  },
  absentField: { cause: 'with a field that the event lacks', remedy: 'Send the field, or export it with the events.' },
  absentRule: { cause: 'the rule does not exist here', remedy: 'Create the rule, or give it its former name.' },
  absentClause: { cause: 'the clause does not exist here', remedy: 'Add the clause to the rule.' },
  ruleText: { cause: 'the text of the clause differs', remedy: 'Compare the text of the clause with the former one.' },
  additionalRule: {
    cause: 'without this rule, which the former system never ran',
    remedy: 'Deactivate the rule, or accept its decisions.',
  },
  none: { cause: 'not explained', remedy: 'Look at the examples.' },
}

const dollars = (cents: number): string => `USD ${(cents / 100).toFixed(2)}`

/** Returns the summary of a report. */
export function reportLines(report: DualRunReport): string[] {
  const { file, ruleSet, compared, same, sameRule, differing, parity, groups, skipped, notes } = report
  return [
    `${file.name}: SHA-256 ${file.sha256}`,
    `${ruleSet.rules} rules: SHA-256 ${ruleSet.sha256}`,
    `${report.from} to ${report.to}`,
    `${compared.events} decisions compared (${dollars(compared.amountUsd)}): ${same.events} are the same, ${sameRule} of them by the same rule, ${differing.events} differ (${dollars(differing.amountUsd)})`,
    `Parity ${parity.toFixed(2)} %`,
    ...groups.flatMap(groupLines),
    ...skippedLines(skipped),
    ...(report.outOfOrder === 0 ? [] : [`${report.outOfOrder} events were not in order of time and were sorted`]),
    ...(notes.length === 0 ? [] : [`Not as it was in the replay: ${notes.join(', ')}`]),
  ]
}

function groupLines({ cause, detail, subject, other, withScore, events, amountUsd, examples }: DualRunGroup): string[] {
  const { cause: text, remedy } = detailTexts[detail]
  const about = [subject, other === null ? null : `before ${other}`].filter(part => part !== null).join(', ')
  return [
    '',
    `${cause}${about === '' ? '' : ` (${about})`}: ${events} (${dollars(amountUsd)}), ${text}${withScore ? ' and the score of the former system' : ''}`,
    `  ${remedy}`,
    ...examples.slice(0, 3).map(each => {
      const needs =
        each.required === null ? '' : `, ${String(each.actual ?? 'nothing')} instead of ${String(each.required)}`
      return `  ${each.eventId}: ${each.former.decision} by ${each.former.rule ?? 'no rule'}, here ${each.own.decision} by ${each.own.rule ?? 'no rule'}${needs}`
    }),
  ]
}

function skippedLines({ words, unreadableLines, ...counts }: DualRunReport['skipped']): string[] {
  const texts: Record<keyof typeof counts, string> = {
    dataEvents: 'events without a decision, such as statuses and labels',
    noAnswer: 'events without an answer',
    noTime: 'events without a time',
    duplicates: 'repeated ids: the first answer counts',
    invalid: 'events that the risk API refuses',
    unknownType: 'events of other types',
    otherEnvironment: 'events of other environments',
    unreadable: `lines that cannot be read (${unreadableLines.join(', ')})`,
  }
  const lines = Object.entries(texts).flatMap(([name, text]) => {
    const count = counts[name as keyof typeof counts]
    return count === 0 ? [] : [`  ${count} ${text}`]
  })
  return lines.length + words.length === 0
    ? []
    : [
        '',
        'Not compared:',
        ...lines,
        ...words.map(({ word, events }) => `  ${events} with the decision "${word}": name it with --word`),
      ]
}
