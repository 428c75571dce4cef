import { Button, Icon } from '@assay/design-system'
import { type AssessmentSchema, countFields, schemaLimits } from '@assay/risk-service/contract/assessment-schemas'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { CustomRow } from './custom-row.tsx'
import { FieldDialog } from './field/field-dialog.tsx'
import { FieldGroup } from './field-group.tsx'
import { addField, type FieldPath, fieldAt, flattenFields, removeField, replaceField } from './model/schema-changes.ts'

interface CustomSectionProps {
  /** Names what the schema belongs to, for what is typed when the session ends. */
  recoveryId: string
  schema: AssessmentSchema
  /** What calls already use: these fields retain name and type. */
  locked: AssessmentSchema | undefined
  open: boolean
  onToggle: () => void
  /** Absent: fields are only shown. */
  onChange: ((schema: AssessmentSchema) => void) | undefined
}

/** The tenant's own fields, with the commands to change them. */
export function CustomSection({ recoveryId, schema, locked, open, onToggle, onChange }: CustomSectionProps) {
  const [edited, setEdited] = useState<{ parent: FieldPath; name: string | null } | null>(null)
  const isLocked = (path: FieldPath) => locked !== undefined && fieldAt(locked.custom, path) !== undefined
  const rows = flattenFields(schema.custom)
  return (
    <FieldGroup
      name={<FormattedMessage id="Assessments.Template.Custom" />}
      count={
        <FormattedMessage
          id="Schema.CustomCount"
          values={{ count: countFields(schema.custom), limit: schemaLimits.fields }}
        />
      }
      open={open}
      onToggle={onToggle}
      end={
        onChange ? (
          <Button size="sm" onClick={() => setEdited({ parent: [], name: null })}>
            <Icon icon={Plus} />
            <FormattedMessage id="Schema.NewField" />
          </Button>
        ) : null
      }
      empty={<FormattedMessage id="Schema.NoCustom" />}
      dialog={
        edited && onChange ? (
          <FieldDialog
            recoveryId={recoveryId}
            schema={schema}
            parent={edited.parent}
            name={edited.name}
            locked={edited.name !== null && isLocked([...edited.parent, edited.name])}
            onSave={field =>
              onChange(
                edited.name === null
                  ? addField(schema, edited.parent, field)
                  : replaceField(schema, [...edited.parent, edited.name], field),
              )
            }
            onClose={() => setEdited(null)}
          />
        ) : null
      }
    >
      {rows.map(({ path, field }) => (
        <CustomRow
          key={path.join('.')}
          path={path}
          field={field}
          locked={isLocked(path)}
          {...(onChange
            ? {
                onChange: changed => onChange(replaceField(schema, path, changed)),
                onEdit: () => setEdited({ parent: path.slice(0, -1), name: field.name }),
                onAdd: () => setEdited({ parent: path, name: null }),
                onRemove: () => onChange(removeField(schema, path)),
              }
            : {})}
        />
      ))}
    </FieldGroup>
  )
}
