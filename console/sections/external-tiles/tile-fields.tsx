import { Button, Field, FieldCounter, FileDrop, IconButton, Input, MultiSelect, Textarea } from '@assay/design-system'
import type { ExternalTile } from '@assay/risk-service/contract'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { familyRoles, maxDescription, maxPictureBytes, maxTitle, validateTile } from './tile-form.ts'

export interface TileFieldsProps {
  tile: ExternalTile
  number: number
  first: boolean
  last: boolean
  /** Mistakes are shown once somebody tried to save. */
  checked: boolean
  onChange: (tile: ExternalTile) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** Everything about one tile. */
export function TileFields({ tile, number, first, last, checked, onChange, onMove, onRemove }: TileFieldsProps) {
  const intl = useIntl()
  const headingId = useId()
  const problems = checked ? validateTile(tile) : {}
  const error = (problem: string | undefined) =>
    problem === undefined ? {} : { error: <FormattedMessage id={`Tiles.Problem.${problem}`} /> }
  const { session } = useEnvironments()
  // A role of the other family that somebody chose earlier stays.
  const offered = [...new Set([...familyRoles[session.tenant.roleFamily], ...tile.roles])]
  const roles = offered.map(role => ({ value: role, label: intl.formatMessage({ id: `SignIn.Role.${role}` }) }))
  const takePicture = (files: readonly File[]) => {
    const reader = new FileReader()
    reader.onload = () => onChange({ ...tile, picture: typeof reader.result === 'string' ? reader.result : null })
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
          disabled={first}
          label={intl.formatMessage({ id: 'Tiles.Up' }, { number })}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          size="sm"
          disabled={last}
          label={intl.formatMessage({ id: 'Tiles.Down' }, { number })}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon={Trash2}
          size="sm"
          label={intl.formatMessage({ id: 'Tiles.Remove' }, { number })}
          onClick={onRemove}
        />
      </div>
      <Field
        label={<FormattedMessage id="Tiles.Field.Title" />}
        required
        labelEnd={<FieldCounter used={tile.title.trim().length} limit={maxTitle} />}
        {...error(problems.title)}
      >
        <Input value={tile.title} onChange={event => onChange({ ...tile, title: event.target.value })} />
      </Field>
      <Field
        label={<FormattedMessage id="Tiles.Field.Url" />}
        required
        description={<FormattedMessage id="Tiles.Field.UrlHint" />}
        {...error(problems.url)}
      >
        <Input type="url" value={tile.url} onChange={event => onChange({ ...tile, url: event.target.value })} />
      </Field>
      <Field
        label={<FormattedMessage id="Common.Description" />}
        labelEnd={<FieldCounter used={tile.description.trim().length} limit={maxDescription} />}
        {...error(problems.description)}
      >
        <Textarea
          rows={2}
          value={tile.description}
          onChange={event => onChange({ ...tile, description: event.target.value })}
        />
      </Field>
      <Field
        label={<FormattedMessage id="Tiles.Field.Roles" />}
        description={<FormattedMessage id="Tiles.Field.RolesHint" />}
      >
        <MultiSelect
          options={roles}
          value={tile.roles}
          onValueChange={value => onChange({ ...tile, roles: offered.filter(role => value.includes(role)) })}
        />
      </Field>
      {tile.picture === null ? (
        <FileDrop
          label={intl.formatMessage({ id: 'Tiles.Field.Picture' })}
          accept="image/png,image/jpeg,image/webp"
          acceptLabel="PNG, JPEG, WebP"
          maxSize={maxPictureBytes}
          files={[]}
          onFilesAdd={takePicture}
        />
      ) : (
        <div className="flex items-center gap-3">
          <img
            src={tile.picture}
            alt={intl.formatMessage({ id: 'Tiles.Field.Picture' })}
            className="size-control rounded-chip object-cover"
          />
          <Button size="sm" onClick={() => onChange({ ...tile, picture: null })}>
            <FormattedMessage id="Tiles.Field.PictureRemove" />
          </Button>
        </div>
      )}
    </section>
  )
}
