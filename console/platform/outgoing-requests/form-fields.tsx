import { Field, FieldCounter, Input, NumberInput, Textarea } from '@assay/design-system'
import { defined } from '@assay/risk-service/contract'
import { createContext, type ReactNode, useContext } from 'react'

interface OutgoingFormContextValue {
  canEdit: boolean
  /** What is wrong with the field at this place; absent when nothing is. */
  issueAt: (path: string) => ReactNode
}

export const OutgoingFormContext = createContext<OutgoingFormContextValue>({ canEdit: false, issueAt: () => undefined })
export const useOutgoingFormContext = (): OutgoingFormContextValue => useContext(OutgoingFormContext)

interface TextFieldProps {
  path: string
  label: ReactNode
  description?: ReactNode
  value: string
  onValue: (value: string) => void
  required?: boolean
  locked?: boolean
  mono?: boolean
  /** More than that cannot be typed. */
  maxLength?: number
  /** The maximum number of characters: text that is too long stays in the field with an error. */
  limit?: number
  /** Lines of a text with more than one. */
  rows?: number
  className?: string
}

/** A text of the form, with what is wrong with it. */
export function TextField({
  path,
  label,
  description,
  value,
  onValue,
  required = false,
  locked = false,
  mono = false,
  maxLength,
  limit,
  rows,
  className,
}: TextFieldProps) {
  const { canEdit, issueAt: faultAt } = useOutgoingFormContext()
  const error = faultAt(path)
  const common = {
    value,
    mono,
    spellCheck: !mono,
    readOnly: !canEdit || locked,
    dir: mono ? 'ltr' : 'auto',
    ...defined({ maxLength }),
  } as const
  return (
    <Field
      label={label}
      required={required}
      {...(limit === undefined ? {} : { labelEnd: <FieldCounter used={value.length} limit={limit} /> })}
      {...defined({ className })}
      {...defined({ description })}
      {...defined({ error })}
    >
      {rows === undefined ? (
        <Input {...common} onChange={event => onValue(event.target.value)} />
      ) : (
        <Textarea {...common} rows={rows} onChange={event => onValue(event.target.value)} />
      )}
    </Field>
  )
}

/** Milliseconds of the form. */
export function TimeoutField({
  path,
  label,
  value,
  onValue,
}: {
  path: string
  label: ReactNode
  value: number | null
  onValue: (value: number | null) => void
}) {
  const { canEdit, issueAt: faultAt } = useOutgoingFormContext()
  const error = faultAt(path)
  return (
    <Field label={label} required className="max-w-[12.5rem]" {...defined({ error })}>
      <NumberInput value={value} step={50} maximumFractionDigits={0} readOnly={!canEdit} onValueChange={onValue} />
    </Field>
  )
}

/** A part of the form: its name beside its fields, above them on a narrow page. */
export function FormSection({
  id,
  title,
  help,
  children,
}: {
  id: string
  title: ReactNode
  help?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-3 border-be border-line-subtle py-5 last:border-be-0 lg:grid-cols-[12.5rem_minmax(0,45rem)]"
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {help === undefined ? null : <p className="text-xs text-fg-secondary">{help}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  )
}
