import { type ComponentProps, createContext, type ReactNode, useContext, useId, useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'

interface FieldContextValue {
  controlId: string
  labelId: string
  describedBy: string | undefined
  errorId: string | undefined
  invalid: boolean
  required: boolean
}

/** Decoration: the control itself exposes "required" to assistive technology. */
const requiredMark = ' *'

const FieldContext = createContext<FieldContextValue | null>(null)

export interface FieldProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Name of the control. */
  label: ReactNode
  /** Description that is always shown, under the control. */
  description?: ReactNode
  /** The error and how to fix it. Its presence makes the control invalid. */
  error?: ReactNode
  /** The control must be filled in. Optional ones are not marked. */
  required?: boolean
  /** Hides the label visually, but not for assistive technology (a search box in a bar). */
  labelHidden?: boolean
  /** At the end of the label row: a counter, a link. */
  labelEnd?: ReactNode
  /** One control of this layer; it reads its id, name and descriptions from the field. */
  children: ReactNode
}

/** Label, description and error of one control, associated with it. */
export function Field({
  label,
  description,
  error,
  required = false,
  labelHidden = false,
  labelEnd,
  className,
  children,
  ...props
}: FieldProps) {
  const id = useId()
  const hasError = error !== undefined && error !== null && error !== false
  const hasDescription = description !== undefined && description !== null
  const value = useMemo<FieldContextValue>(() => {
    const descriptionId = hasDescription ? `${id}-description` : undefined
    const errorId = hasError ? `${id}-error` : undefined
    return {
      controlId: `${id}-control`,
      labelId: `${id}-label`,
      describedBy: [errorId, descriptionId].filter(Boolean).join(' ') || undefined,
      errorId,
      invalid: hasError,
      required,
    }
  }, [id, hasError, hasDescription, required])

  return (
    <FieldContext value={value}>
      <div data-slot="field" className={cn('flex min-w-0 flex-col gap-1', className)} {...props}>
        <div className={cn('flex items-baseline justify-between gap-2', labelHidden && 'sr-only')}>
          <label id={value.labelId} htmlFor={value.controlId} className="text-xs font-medium text-fg-secondary">
            {label}
            {required ? (
              <span aria-hidden className="text-danger-text">
                {requiredMark}
              </span>
            ) : null}
          </label>
          {labelEnd}
        </div>
        {children}
        {hasError ? (
          <p id={value.errorId} role="alert" className="text-xs text-danger-text">
            {error}
          </p>
        ) : null}
        {hasDescription ? (
          <p id={`${id}-description`} className="text-xs text-fg-muted">
            {description}
          </p>
        ) : null}
      </div>
    </FieldContext>
  )
}

/** Controls inside are independent: a popup of a field's control is no part of that field. */
export function FieldBoundary({ children }: { children: ReactNode }) {
  return <FieldContext value={null}>{children}</FieldContext>
}

export interface FieldCounterProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Number of characters or entries so far. */
  used: number
  /** Number that is allowed. */
  limit: number
}

/** Used length of a limited text. */
export function FieldCounter({ used, limit, className, ...props }: FieldCounterProps) {
  return (
    <span
      data-slot="field-counter"
      className={cn('text-xs tabular-nums', used > limit ? 'text-danger-text' : 'text-fg-muted', className)}
      {...props}
    >
      <FormattedMessage id="DesignSystem.Field.Counter" values={{ used, limit }} />
    </span>
  )
}

interface ControlProps {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid']
  'aria-errormessage'?: string | undefined
  required?: boolean | undefined
}

export interface FieldControl {
  id: string | undefined
  labelId: string | undefined
  required: boolean
  invalid: boolean
  aria: {
    'aria-describedby': string | undefined
    'aria-errormessage': string | undefined
    'aria-invalid': true | undefined
  }
}

/**
 * Props that a control reads from the surrounding `Field`; its own props win, and without a field they are the only
 * ones.
 */
export function useFieldControl(own: ControlProps & { invalid?: boolean | undefined }): FieldControl {
  const field = useContext(FieldContext)
  const invalid =
    own.invalid === true || own['aria-invalid'] === true || own['aria-invalid'] === 'true' || field?.invalid === true
  return {
    id: own.id ?? field?.controlId,
    labelId: field?.labelId,
    required: own.required ?? field?.required ?? false,
    invalid,
    aria: {
      'aria-describedby': [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ') || undefined,
      'aria-errormessage': invalid ? (own['aria-errormessage'] ?? field?.errorId) : undefined,
      'aria-invalid': invalid || undefined,
    },
  }
}
