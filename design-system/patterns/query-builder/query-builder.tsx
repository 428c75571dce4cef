import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type ComponentProps, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import type { FilterField } from '../filter-bar/filter-model.ts'
import { type QueryActions, QueryContext, type QueryContextValue } from './query-context.ts'
import { QueryGroupBody } from './query-group.tsx'
import {
  countConditions,
  findItem,
  findQueryIssues,
  focusTargetAfterRemoval,
  insertItem,
  insertionPointAfterStep,
  isQueryGroup,
  moveItem,
  type QueryGroup,
  type QueryInsertionPoint,
  type QueryItem,
  removeItem,
  replaceItem,
} from './query-model.ts'
import { useQueryText } from './use-query-text.ts'

const nothing: QueryGroup = { id: 'root', mode: 'all', items: [] }
/** The library's own announcements are English; localised ones are made where an item is moved. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

export interface QueryBuilderProps extends Omit<ComponentProps<'div'>, 'onChange' | 'defaultValue'> {
  /** Available fields, in the order of the menu; the first is the default of a new condition. */
  fields: readonly FilterField[]
  /** The query: a group of conditions and groups. */
  value?: QueryGroup
  /** Initial query, for uncontrolled use. */
  defaultValue?: QueryGroup
  /** Called with the whole query after each change. */
  onValueChange?: (value: QueryGroup) => void
  /** Shows the query as text, without editing. */
  readOnly?: boolean
  /** Shows the query as a sentence below it. */
  sentence?: boolean
  /** Content beside the sentence: the switch to code, with the reason where it is irreversible. */
  end?: ReactNode
}

const copyOf = (item: QueryItem): QueryItem =>
  isQueryGroup(item)
    ? { ...item, id: crypto.randomUUID(), items: item.items.map(copyOf) }
    : { ...item, id: crypto.randomUUID() }

const idsIn = (item: QueryItem): string[] => [item.id, ...(isQueryGroup(item) ? item.items.flatMap(idsIn) : [])]

/**
 * Nested conditions for rules, search and routing: groups of all, any or none, four levels deep. Errors are shown at
 * their condition.
 */
export function QueryBuilder({
  fields,
  value,
  defaultValue = nothing,
  onValueChange,
  readOnly = false,
  sentence = true,
  end,
  className,
  ref,
  ...props
}: QueryBuilderProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [root, setRoot] = useControllable<QueryGroup>({ value, defaultValue, onValueChange })
  useUniqueIds('QueryBuilder', 'items', root, idsIn)
  useUniqueIds('QueryBuilder', 'fields', fields)
  const { textOf, groupText } = useQueryText(fields)
  const issues = useMemo(() => findQueryIssues(root, fields), [root, fields])
  const builder = useRef<HTMLDivElement>(null)
  const [focusId, setFocusId] = useState<{ id: string; part: 'data-start' | 'data-handle' }>()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))

  // An item that was added, moved or replaces a removed one is rendered first and gets the focus then.
  useLayoutEffect(() => {
    if (!focusId) return
    const item = builder.current?.querySelector(
      `[data-item="${CSS.escape(focusId.id)}"], [data-group="${CSS.escape(focusId.id)}"]`,
    )
    item?.querySelector<HTMLElement>(`[${focusId.part}]`)?.focus()
  }, [focusId])

  const move = (id: string, place: QueryInsertionPoint) => {
    const next = moveItem(root, id, place)
    if (next === root) return
    setRoot(next)
    setFocusId({ id, part: 'data-handle' })
    const at = findItem(next, id)
    if (at?.parent)
      announce(
        intl.formatMessage(
          { id: 'DesignSystem.QueryBuilder.Moved' },
          {
            position: at.index + 1,
            count: at.parent.items.length,
            group: intl.formatMessage(
              { id: 'DesignSystem.QueryBuilder.Group' },
              { mode: at.parent.mode, count: countConditions(at.parent) },
            ),
          },
        ),
      )
  }
  const actions: QueryActions = {
    replace: item => setRoot(replaceItem(root, item.id, item)),
    add: (kind, place) => {
      const first = fields[0]
      const condition = {
        id: crypto.randomUUID(),
        field: first?.id ?? '',
        operator: first?.operators[0]?.id ?? '',
        values: [],
      }
      const item: QueryItem =
        kind === 'condition'
          ? condition
          : { id: crypto.randomUUID(), mode: root.mode === 'all' ? 'any' : 'all', items: [condition] }
      const at = 'after' in place ? findItem(root, place.after) : undefined
      const target = 'group' in place ? findItem(root, place.group)?.item : undefined
      const group = at?.parent ?? (target && isQueryGroup(target) ? target : root)
      setRoot(insertItem(root, { group: group.id, index: at ? at.index + 1 : group.items.length }, item))
      setFocusId({ id: item.id, part: 'data-start' })
    },
    remove: id => {
      const gone = findItem(root, id)?.item
      const next = focusTargetAfterRemoval(root, id)
      setRoot(removeItem(root, id))
      setFocusId({ id: next, part: next === root.id ? 'data-start' : 'data-handle' })
      if (gone) announce(intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Removed' }, { text: textOf(gone) }))
    },
    duplicate: id => {
      const at = findItem(root, id)
      if (!at?.parent) return
      const copy = copyOf(at.item)
      setRoot(insertItem(root, { group: at.parent.id, index: at.index + 1 }, copy))
      setFocusId({ id: copy.id, part: 'data-handle' })
    },
    step: (id, step) => {
      const place = insertionPointAfterStep(root, id, step)
      if (place) move(id, place)
    },
    canStep: (id, step) => insertionPointAfterStep(root, id, step) !== undefined,
  }
  const dropped = ({ active, over }: DragEndEvent) => {
    const place = over?.data.current as QueryInsertionPoint | undefined
    if (place) move(String(active.id), place)
  }
  const context: QueryContextValue = { root, fields, issues, readOnly, textOf, ...actions }

  return (
    <div
      ref={mergeRefs(builder, ref)}
      role="group"
      data-slot="query-builder"
      aria-label={intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Label' })}
      className={cn('flex flex-col gap-3 text-xs', className)}
      {...props}
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      >
        <QueryContext value={context}>
          <QueryGroupBody group={root} />
        </QueryContext>
      </DndContext>
      {sentence || end !== undefined ? (
        <div className="flex flex-wrap items-baseline gap-2 border-bs border-line-subtle pbs-2">
          {sentence ? (
            <p className="min-w-0 flex-1 wrap-break-word text-fg-secondary">
              <span className="me-1 font-medium text-fg">
                <FormattedMessage id="DesignSystem.QueryBuilder.Sentence" />
              </span>
              <bdi>{groupText(root)}</bdi>
            </p>
          ) : null}
          {end}
        </div>
      ) : null}
    </div>
  )
}
