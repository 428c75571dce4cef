import { Button, Icon, IconButton, Input, Select } from '@assay/design-system'
import { type Decision, type DualRunWords, decisions, dualRunLimits } from '@assay/risk-service/contract'
import { Plus, X } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'

/** A word of the former system, and the decision that it stands for. */
export interface WordRow {
  id: string
  word: string
  decision: Decision
}

/** The words that were entered. */
export const namedWords = (rows: readonly WordRow[]): DualRunWords =>
  rows.flatMap(({ word, decision }) => (word.trim() === '' ? [] : [{ word: word.trim(), decision }]))

interface WordFieldsProps {
  words: readonly WordRow[]
  onWords: (words: WordRow[]) => void
}

/** The words for decisions that the former system writes: the names of decisions need no entry. */
export function WordFields({ words, onWords }: WordFieldsProps) {
  const intl = useIntl()
  const change = (id: string, part: Partial<WordRow>) =>
    onWords(words.map(row => (row.id === id ? { ...row, ...part } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pbe-1 text-sm font-medium">
        <FormattedMessage id="DualRun.Words" />
      </legend>
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="DualRun.Words.Help" />
      </p>
      {words.map((row, index) => (
        <div key={row.id} className="flex items-center gap-2">
          <Input
            className="min-w-0 flex-1"
            aria-label={intl.formatMessage({ id: 'DualRun.Words.Word' }, { number: index + 1 })}
            value={row.word}
            maxLength={40}
            dir="auto"
            spellCheck={false}
            autoComplete="off"
            onChange={event => change(row.id, { word: event.target.value })}
          />
          <Select
            aria-label={intl.formatMessage({ id: 'DualRun.Words.Decision' }, { number: index + 1 })}
            value={row.decision}
            options={decisions.map(each => ({
              value: each,
              label: intl.formatMessage({ id: `DesignSystem.Decision.${each.toLowerCase()}` }),
            }))}
            onValueChange={decision => change(row.id, { decision })}
          />
          <IconButton
            icon={X}
            label={intl.formatMessage({ id: 'DualRun.Words.Remove' }, { number: index + 1 })}
            onClick={() => onWords(words.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        disabled={words.length >= dualRunLimits.words}
        onClick={() => onWords([...words, { id: crypto.randomUUID(), word: '', decision: 'Reject' }])}
      >
        <Icon icon={Plus} size={12} />
        <FormattedMessage id="DualRun.Words.Add" />
      </Button>
    </fieldset>
  )
}
