import { useFormat } from '@assay/design-system'
import { type Case, fillNoteTemplate } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { majorUnits } from '../../i18n/money.ts'

/** A note that only has to be chosen. */
export interface NoteTemplate {
  /** Key of the quick decision that it belongs to. */
  key: string
  label: string
  /** With its placeholders filled in. */
  text: string
}
type TemplateCase = Pick<Case, 'amount' | 'currency' | 'riskScore' | 'email' | 'quickDecisions'>

/** What stands for a value that the event does not have. */
const absent = '–'

/** Fills in the notes of quick decisions with the figures of a case, as the language of the user writes them. */
export function useNoteFill(): (row: TemplateCase, template: string, reason: string) => string {
  const intl = useIntl()
  const format = useFormat()
  return ({ amount, currency, riskScore, email }, template, reason) =>
    fillNoteTemplate(template, {
      amount: amount === null || currency === null ? absent : format.money(majorUnits(amount, currency), currency),
      score: intl.formatNumber(riskScore),
      email: email ?? absent,
      reason,
    })
}

/**
 * The notes that the queue of a case has ready.
 * @param row null: the event has no case
 * @param reason the reason that was chosen; by default each note has that of its quick decision
 */
export function useNoteTemplates(row: TemplateCase | null | undefined, reason?: string | null): NoteTemplate[] {
  const fill = useNoteFill()
  return (row?.quickDecisions ?? []).flatMap(({ key, label, note, reason: own }) =>
    row == null || note.trim() === '' ? [] : [{ key, label, text: fill(row, note, reason ?? own) }],
  )
}
