import { Button, cn, Icon, IconButton, Input } from '@assay/design-system'
import { defined } from '@assay/risk-service/contract'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOutgoingFormContext } from '../../../platform/outgoing-requests/form-fields.tsx'

interface NamedRowsProps<Row extends { name: string }> {
  /** What the rows are, as their fields are called. */
  label: string
  /** What stands beside the names: the head of their column. */
  column: string
  path: string
  rows: readonly Row[]
  onRows: (rows: Row[]) => void
  start: Row
  most: number
  add: ReactNode
  /** Names are fixed, and rows are neither added nor removed. */
  locked?: boolean
  /** What stands beside the name. */
  children: (row: Row, set: (change: Partial<Row>) => void, index: number) => ReactNode
}

const missingMark = '–'
const rowGridClass =
  'grid grid-cols-[minmax(0,1fr)_2rem] items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2rem]'

/** Names with something beside each: parameters, configurations, headers. */
export function NamedRows<Row extends { name: string }>({
  label,
  column,
  path,
  rows,
  onRows,
  start,
  most,
  add,
  locked = false,
  children,
}: NamedRowsProps<Row>) {
  const intl = useIntl()
  const { canEdit } = useOutgoingFormContext()
  const nameLabel = intl.formatMessage({ id: 'Common.Name' })
  const open = canEdit && !locked
  const adds = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    onRows(rows.toSpliced(index, 1))
    // The next row replaces this one, and its button gets the focus; after the last row the focus would be lost.
    if (index === rows.length - 1) requestAnimationFrame(() => adds.current?.focus())
  }
  return (
    <div className="flex flex-col gap-2">
      {rows.length > 0 ? (
        // The fields are named one by one: heads are for the eye, and stay when something is typed.
        <div aria-hidden className={cn(rowGridClass, 'text-xs font-medium text-fg-secondary max-sm:hidden')}>
          <span>{nameLabel}</span>
          <span>{column}</span>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <ul aria-label={label} className="flex flex-col gap-3">
          {rows.map((row, index) => {
            const set = (change: Partial<Row>) => onRows(rows.with(index, { ...row, ...change }))
            return (
              <li key={index} className={rowGridClass}>
                <ValidatedInput
                  path={`${path}.${index}.name`}
                  label={intl.formatMessage(
                    { id: 'Calls.Row' },
                    { section: label, number: index + 1, column: nameLabel },
                  )}
                  value={row.name}
                  maxLength={100}
                  readOnly={!open}
                  placeholder={nameLabel}
                  onValue={name => set({ name } as Partial<Row>)}
                />
                <div className="col-start-1 min-w-0 sm:col-start-2">{children(row, set, index)}</div>
                {open ? (
                  <span className="col-start-2 row-start-1 sm:col-start-3">
                    <IconButton
                      icon={Trash2}
                      label={intl.formatMessage(
                        { id: 'Calls.Remove' },
                        { name: row.name === '' ? `${label} ${index + 1}` : row.name },
                      )}
                      onClick={() => remove(index)}
                    />
                  </span>
                ) : null}
              </li>
            )
          })}
        </ul>
      ) : open ? null : (
        <p className="text-fg-muted">{missingMark}</p>
      )}
      {open ? (
        <div>
          <Button ref={adds} size="sm" disabled={rows.length >= most} onClick={() => onRows([...rows, start])}>
            <Icon icon={Plus} size={12} />
            {add}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface ValidatedInputProps {
  path: string
  label: string
  value: string
  onValue: (value: string) => void
  maxLength?: number
  placeholder: string
  readOnly?: boolean
}

/** A text in a row, with what is wrong with it below. */
export function ValidatedInput({
  path,
  label,
  value,
  onValue,
  maxLength,
  placeholder,
  readOnly = false,
}: ValidatedInputProps) {
  const { canEdit, issueAt: faultAt } = useOutgoingFormContext()
  const errorId = useId()
  const fault = faultAt(path)
  return (
    <div className="min-w-0">
      <Input
        mono
        dir="ltr"
        value={value}
        placeholder={placeholder}
        readOnly={readOnly || !canEdit}
        spellCheck={false}
        invalid={fault !== undefined}
        aria-label={label}
        {...defined({ maxLength })}
        {...(fault === undefined ? {} : { 'aria-describedby': errorId })}
        onChange={event => onValue(event.target.value)}
      />
      {fault === undefined ? null : (
        <p id={errorId} role="alert" className="pbs-1 text-xs text-danger-text">
          {fault}
        </p>
      )}
    </div>
  )
}

interface HeaderRowsProps {
  path: string
  rows: readonly { name: string; value: string }[]
  onRows: (rows: { name: string; value: string }[]) => void
  most: number
}

/** Headers of a request. */
export function HeaderRows({ path, rows, onRows, most }: HeaderRowsProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'Calls.Headers' })
  const column = intl.formatMessage({ id: 'OutgoingRequests.Secret.Value' })
  return (
    <NamedRows
      label={label}
      column={column}
      path={path}
      rows={rows}
      onRows={onRows}
      start={{ name: '', value: '' }}
      most={most}
      add={<FormattedMessage id="Calls.Headers.Add" />}
    >
      {({ value }, set, index) => (
        <ValidatedInput
          path={`${path}.${index}.value`}
          label={intl.formatMessage({ id: 'Calls.Row' }, { section: label, number: index + 1, column })}
          value={value}
          placeholder={column}
          onValue={next => set({ value: next })}
        />
      )}
    </NamedRows>
  )
}
