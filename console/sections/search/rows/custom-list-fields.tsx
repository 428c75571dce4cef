import { Field, Select } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { type RowList, rowLists } from './listed-values.ts'

interface CustomListFieldsProps {
  /** Columns of the list. */
  columns: readonly string[]
  column: string
  onColumnChange: (column: string) => void
  /** Which values of the events are added. */
  kind: RowList
  onKindChange: (kind: RowList) => void
}

/** Which values of events are added to a custom list, and to which of its columns. */
export function CustomListFields({ columns, column, onColumnChange, kind, onKindChange }: CustomListFieldsProps) {
  const intl = useIntl()
  return (
    <>
      <Field required label={<FormattedMessage id="Search.List.Values" />}>
        <Select
          options={rowLists.map(([id, field]) => ({
            value: id,
            label: intl.formatMessage({ id: `Events.Column.${field.charAt(0).toUpperCase()}${field.slice(1)}` }),
          }))}
          value={kind}
          onValueChange={next => onKindChange(rowLists.find(([id]) => id === next)?.[0] ?? kind)}
        />
      </Field>
      <Field required label={<FormattedMessage id="Search.List.Column" />}>
        <Select
          options={columns.map(name => ({ value: name, label: name }))}
          value={column}
          onValueChange={onColumnChange}
        />
      </Field>
    </>
  )
}
