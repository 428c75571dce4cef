import { Button, Field, FieldCounter, FileDrop, IconButton, Input, MultiSelect, Textarea } from '@assay/design-system'
import { externalTileLimits } from '@assay/risk-service/contract'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { FormField } from '../../platform/forms/form-field.tsx'
import { familyRoles } from '../../platform/permissions/family-roles.ts'
import type { TileSetForm, tileSetOf } from './tile-form.ts'

interface TileFieldsProps {
  form: UseFormReturn<TileSetForm, unknown, ReturnType<typeof tileSetOf>>
  /** Its place in the list. */
  index: number
  last: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** Everything about one tile. */
export function TileFields({ form, index, last, onMove, onRemove }: TileFieldsProps) {
  const intl = useIntl()
  const headingId = useId()
  const number = index + 1
  const roles = useController({ control: form.control, name: `tiles.${index}.roles` }).field
  const picture = useController({ control: form.control, name: `tiles.${index}.picture` }).field
  const { session } = useEnvironments()
  // A role of the other family that was chosen earlier stays.
  const offered = [...new Set([...familyRoles[session.tenant.roleFamily], ...roles.value])]
  const options = offered.map(role => ({ value: role, label: intl.formatMessage({ id: `SignIn.Role.${role}` }) }))
  const takePicture = (files: readonly File[]) => {
    const reader = new FileReader()
    reader.onload = () => picture.onChange(typeof reader.result === 'string' ? reader.result : null)
    if (files[0]) reader.readAsDataURL(files[0])
  }
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3 rounded-card border border-line-subtle p-4">
      <div className="flex items-center gap-1">
        <h3 id={headingId} className="min-w-0 flex-1 font-semibold">
          <FormattedMessage id="Tiles.Number" values={{ number }} />
        </h3>
        <IconButton
          icon={ArrowUp}
          size="sm"
          disabled={index === 0}
          label={intl.formatMessage({ id: 'Tiles.Up' }, { number })}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          size="sm"
          disabled={last}
          label={intl.formatMessage({ id: 'Tiles.Down' }, { number })}
          onClick={() => onMove(index + 1)}
        />
        <IconButton
          icon={Trash2}
          size="sm"
          label={intl.formatMessage({ id: 'Tiles.Remove' }, { number })}
          onClick={onRemove}
        />
      </div>
      <FormField
        form={form}
        name={`tiles.${index}.title`}
        label={<FormattedMessage id="Tiles.Field.Title" />}
        required
        labelEnd={value => <FieldCounter used={value.trim().length} limit={externalTileLimits.title} />}
      >
        {control => <Input {...control} />}
      </FormField>
      <FormField
        form={form}
        name={`tiles.${index}.url`}
        label={<FormattedMessage id="Tiles.Field.Url" />}
        required
        description={<FormattedMessage id="Tiles.Field.UrlHint" />}
      >
        {control => <Input type="url" {...control} />}
      </FormField>
      <FormField
        form={form}
        name={`tiles.${index}.description`}
        label={<FormattedMessage id="Common.Description" />}
        labelEnd={value => <FieldCounter used={value.trim().length} limit={externalTileLimits.description} />}
      >
        {control => <Textarea rows={2} {...control} />}
      </FormField>
      <Field
        label={<FormattedMessage id="Tiles.Field.Roles" />}
        description={<FormattedMessage id="Tiles.Field.RolesHint" />}
      >
        <MultiSelect
          options={options}
          value={roles.value}
          onValueChange={value => roles.onChange(offered.filter(role => value.includes(role)))}
        />
      </Field>
      {picture.value === null ? (
        <FileDrop
          label={intl.formatMessage({ id: 'Tiles.Field.Picture' })}
          accept="image/png,image/jpeg,image/webp"
          acceptLabel="PNG, JPEG, WebP"
          maxSize={externalTileLimits.picture}
          files={[]}
          onFilesAdd={takePicture}
        />
      ) : (
        <div className="flex items-center gap-3">
          <img
            src={picture.value}
            alt={intl.formatMessage({ id: 'Tiles.Field.Picture' })}
            className="size-control rounded-chip object-cover"
          />
          <Button size="sm" onClick={() => picture.onChange(null)}>
            <FormattedMessage id="Tiles.Field.PictureRemove" />
          </Button>
        </div>
      )}
    </section>
  )
}
