import { belowMd, IconButton, useAnnounce, useMediaQuery, useToast } from '@assay/design-system'
import type { CodeEditorHandle } from '@assay/design-system/editor'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { nextDiagnosticOutside, type Part } from '../fql/diagnostics.ts'

/** The part that the user chose, retained when a draft is begun or the published version is shown; null: none yet. */
export interface ChosenPart {
  part: Part | null
  setPart: (part: Part) => void
}

export interface Parts {
  part: Part
  setPart: (part: Part) => void
  /** Shows the place of a problem. */
  goTo: (problem: RuleDiagnostic) => void
  /** Position of the problem that the user chose. */
  place: { part: Part; offset: number } | null
  /** Only one column fits: texts can be read there, and not changed. */
  narrow: boolean
  change: boolean
  /** Of the code pane. */
  code: {
    documentId: string
    handle: React.RefObject<CodeEditorHandle | null>
    onProblemEdge: (direction: 'next' | 'previous') => boolean
    className: string
  }
}

interface PartsOptions {
  problems: readonly RuleDiagnostic[]
  /** Number of parts beside the condition. */
  count: number
  canEdit: boolean
  chosen: ChosenPart
  /** Shown until one is chosen; the first when absent. */
  first?: () => Part
}

/** Which part of what is edited is shown, and the way from problem to problem over all of them. */
export function useParts({ problems, count, canEdit, chosen, first = () => 0 }: PartsOptions): Parts {
  const narrow = useMediaQuery(belowMd)
  // A state, because the first part can change while it is edited.
  const [begin] = useState(first)
  const { setPart } = chosen
  const requested = chosen.part ?? begin
  const part = requested === 'condition' || requested < count ? requested : count - 1
  const handle = useRef<CodeEditorHandle>(null)
  const [place, setPlace] = useState<Parts['place']>(null)
  useEffect(() => {
    if (place) handle.current?.goTo(place.offset)
  }, [place])
  const goTo = (problem: RuleDiagnostic) => {
    setPart(problem.part)
    setPlace({ part: problem.part, offset: problem.from })
  }
  return {
    part,
    setPart,
    goTo,
    place,
    narrow,
    change: canEdit && !narrow,
    code: {
      documentId: String(part),
      handle,
      className: narrow ? 'h-[20rem]' : 'min-h-0 flex-1',
      // F8 visits all problems: the first one of the next part follows the last one of a part.
      onProblemEdge(direction) {
        const found = nextDiagnosticOutside(problems, part, direction)
        if (found) goTo(found)
        return found !== undefined
      },
    },
  }
}

interface PartCommandsOptions {
  count: number
  nameOf: (part: Part) => string
  labels: { up: string; down: string; remove: string }
  move: (index: number, by: 1 | -1) => void
  /** Removes a part, and returns the function that restores it. */
  remove: (index: number) => () => void
  /** The message after a part was removed. */
  removed: (name: string) => string
}

/** Up, down and delete of the part that is shown; the condition has none of them. */
export function usePartCommands(
  { part, setPart }: Parts,
  { count, nameOf, labels, move, remove, removed }: PartCommandsOptions,
): { commands?: ReactNode; lastCommands?: ReactNode } {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  if (part === 'condition') return {}
  const shift = (by: 1 | -1) => {
    move(part, by)
    setPart(part + by)
    announce(
      intl.formatMessage(
        { id: by === 1 ? 'Authoring.Code.MovedDown' : 'Authoring.Code.MovedUp' },
        { name: nameOf(part) },
      ),
    )
  }
  const takeOut = () => {
    const name = nameOf(part)
    const restore = remove(part)
    setPart(Math.max(0, part - 1))
    toast({ title: removed(name), action: { label: intl.formatMessage({ id: 'Common.Undo' }), onAction: restore } })
  }
  return {
    commands: (
      <>
        <IconButton icon={ArrowUp} label={labels.up} disabled={part === 0} onClick={() => shift(-1)} />
        <IconButton icon={ArrowDown} label={labels.down} disabled={part === count - 1} onClick={() => shift(1)} />
      </>
    ),
    lastCommands: <IconButton icon={Trash2} label={labels.remove} disabled={count < 2} onClick={takeOut} />,
  }
}
