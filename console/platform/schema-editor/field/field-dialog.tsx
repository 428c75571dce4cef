import { Checkbox, Field, Input, Select } from '@assay/design-system'
import {
  type AssessmentSchema,
  type CustomField,
  type CustomFieldType,
  customFieldTypes,
  schemaLimits,
} from '@assay/risk-service/contract/assessment-schemas'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useRecoverableState } from '../../recovery/use-recovery.ts'
import { LockedValue } from '../model/locked-value.tsx'
import { type FieldPath, fieldAt, fieldsIn } from '../model/schema-changes.ts'
import { emptyField, type FieldValues, fieldOfValues, findFieldErrors, valuesOfField } from './field-values.ts'

interface FieldDialogProps {
  /** Names what the schema belongs to, so that no other one gets what was typed when the session ends. */
  recoveryId: string
  schema: AssessmentSchema
  /** The object that the field belongs to; empty: none. */
  parent: FieldPath
  /** Name of the field that is edited; null: a new one. */
  name: string | null
  /** Calls already use the field: its name and type stay. */
  locked: boolean
  onSave: (field: CustomField) => void
  onClose: () => void
}

/** Creates or edits a custom field. */
export function FieldDialog({ recoveryId, schema, parent, name, locked, onSave, onClose }: FieldDialogProps) {
  const intl = useIntl()
  const previous = name === null ? undefined : fieldAt(schema.custom, [...parent, name])
  const [values, setValues] = useRecoverableState<FieldValues>(
    `${recoveryId}/field/${[...parent, name ?? ''].join('.')}`,
    previous ? valuesOfField(previous) : emptyField,
  )
  const [attempts, setAttempts] = useState(0)
  const found = findFieldErrors(values, {
    previous,
    all: schema.custom,
    siblings: fieldsIn(schema.custom, parent).filter(each => each.name !== name),
  })
  const errors = attempts > 0 ? found : {}
  const change = (changes: Partial<FieldValues>) => setValues({ ...values, ...changes })
  const errorOf = (field: keyof FieldValues) => {
    const id = errors[field]
    return id === undefined
      ? {}
      : {
          error: (
            <FormattedMessage
              id={id}
              values={{
                max:
                  field === 'sample' ? schemaLimits.sample : schemaLimits[field === 'name' ? 'name' : 'friendlyName'],
              }}
            />
          ),
        }
  }
  const submit = () => {
    setAttempts(attempts + 1)
    if (Object.keys(found).length > 0) return
    onSave(fieldOfValues(values, previous))
    onClose()
  }
  // An object at the deepest level could have no fields.
  const types = customFieldTypes.filter(type => type !== 'Object' || parent.length + 1 < schemaLimits.depth)
  const isObject = values.type === 'Object'
  const path = ['custom', ...parent].join('.')
  return (
    <FormDialog
      title={
        name === null ? (
          <FormattedMessage id="Schema.Field.New" values={{ parent: <bdi key="parent">{path}</bdi> }} />
        ) : (
          <FormattedMessage id="Schema.Field.Edit" values={{ name: <bdi key="name">{[path, name].join('.')}</bdi> }} />
        )
      }
      confirm={<FormattedMessage id={name === null ? 'Schema.Field.Add' : 'Schema.Field.Apply'} />}
      running={false}
      attempts={attempts}
      refusal={
        errors.form === undefined ? null : <FormattedMessage id={errors.form} values={{ max: schemaLimits.fields }} />
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {locked ? (
        <dl className="flex flex-wrap gap-6 text-sm">
          <LockedValue term={<FormattedMessage id="Common.Name" />} value={values.name} />
          <LockedValue term={<FormattedMessage id="Integration.Api.Type" />} value={values.type} />
        </dl>
      ) : (
        <>
          <Field
            label={<FormattedMessage id="Common.Name" />}
            description={<FormattedMessage id="Schema.Field.NameHelp" />}
            required
            {...errorOf('name')}
          >
            <Input
              mono
              value={values.name}
              autoComplete="off"
              spellCheck={false}
              onChange={event => change({ name: event.target.value })}
            />
          </Field>
          <Field label={<FormattedMessage id="Integration.Api.Type" />} required {...errorOf('type')}>
            <Select<CustomFieldType>
              value={values.type}
              onValueChange={type => change({ type })}
              options={types.map(type => ({ value: type, label: type }))}
            />
          </Field>
        </>
      )}
      <Field
        label={<FormattedMessage id="Templates.Assessment.FriendlyName" />}
        description={<FormattedMessage id="Schema.Field.FriendlyNameHelp" />}
        {...errorOf('friendlyName')}
      >
        <Input value={values.friendlyName} onChange={event => change({ friendlyName: event.target.value })} />
      </Field>
      {isObject ? (
        <p className="text-fg-secondary text-sm">
          <FormattedMessage id="Schema.Field.ObjectHelp" />
        </p>
      ) : (
        <Field
          label={<FormattedMessage id="Calls.Sample" />}
          description={<FormattedMessage id={`Schema.Sample.${values.type}`} />}
          {...errorOf('sample')}
        >
          <Input
            mono
            value={values.sample}
            autoComplete="off"
            onChange={event => change({ sample: event.target.value })}
          />
        </Field>
      )}
      <Checkbox
        label={<FormattedMessage id="Ontology.Column.Required" />}
        description={intl.formatMessage({ id: 'Schema.Field.RequiredHelp' })}
        checked={values.required}
        onCheckedChange={checked => change({ required: checked === true })}
      />
      {isObject ? null : (
        <Checkbox
          label={<FormattedMessage id="Ontology.Column.Searchable" />}
          description={intl.formatMessage({ id: 'Schema.Field.SearchableHelp' })}
          checked={values.searchable}
          onCheckedChange={checked => change({ searchable: checked === true })}
        />
      )}
    </FormDialog>
  )
}
