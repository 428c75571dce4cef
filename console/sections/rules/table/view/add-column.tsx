import { Button, Combobox, Field, Icon, Popover, PopoverContent, PopoverTrigger } from '@assay/design-system'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { VisualFields } from '../../visual/use-visual-fields.ts'
import { newColumnOf } from '../cell-input.ts'
import type { NewColumn } from '../decision-table.ts'

interface AddColumnProps {
  fields: VisualFields
  onAdd: (column: NewColumn) => void
}

/** Chooses what a new column tests: a field of the event, or an expression that somebody types. */
export function AddColumn({ fields, onAdd }: AddColumnProps) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState(false)
  const add = (text: string) => {
    if (text === '') return
    const field = fields.byId.get(text)
    const type = field ? (field.type === 'choice' ? 'text' : field.type) : null
    const column = newColumnOf(text, type)
    setProblem(column === null)
    if (!column) return
    setOpen(false)
    // Values of a list of words are compared without `.ToString()`.
    onAdd(field?.type === 'choice' ? { ...column, compared: column.subject } : column)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost">
          <Icon icon={Plus} />
          <FormattedMessage id="Rules.Table.AddColumn" />
        </Button>
      </PopoverTrigger>
      <PopoverContent label={intl.formatMessage({ id: 'Rules.Table.AddColumn' })} className="w-[20rem] p-3">
        <Field
          label={<FormattedMessage id="Rules.Table.ColumnTests" />}
          description={<FormattedMessage id="Rules.Table.ColumnHelp" />}
          error={problem ? <FormattedMessage id="Rules.Table.Issue.expression" /> : undefined}
        >
          <Combobox
            autoFocus
            options={fields.options.map(({ id, label, note }) => ({
              value: id,
              label,
              ...(note === undefined ? {} : { description: note }),
            }))}
            onValueChange={add}
            onCreate={add}
          />
        </Field>
      </PopoverContent>
    </Popover>
  )
}
