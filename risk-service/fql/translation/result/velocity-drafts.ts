import { velocityLimits } from '../../../contract/common/resource-limits.ts'
import type { VelocityInfo } from '../../types/resource-readers.ts'
import type { TranslatedVelocitySet } from './translation.ts'

/** The velocities that translated rules read, in sets of the permitted size, in the order in which they are needed. */
export class VelocityDrafts {
  readonly #title: string
  readonly #sets: { name: string; velocities: { name: string; text: string }[] }[] = []
  readonly #setNames = new Map<string, string>()
  constructor(title: string) {
    this.#title = title
  }

  /** Adds a velocity once; returns the name of its set. */
  add(name: string, text: string): string {
    const existing = this.#setNames.get(name)
    if (existing !== undefined) return existing
    let set = this.#sets.at(-1)
    if (set === undefined || set.velocities.length === velocityLimits.velocitiesPerSet) {
      set = { name: this.#sets.length === 0 ? this.#title : `${this.#title} ${this.#sets.length + 1}`, velocities: [] }
      this.#sets.push(set)
    }
    set.velocities.push({ name, text })
    this.#setNames.set(name, set.name)
    return set.name
  }

  get sets(): readonly TranslatedVelocitySet[] {
    return this.#sets
  }
  /** The names as the checker expects them. */
  get names(): ReadonlyMap<string, VelocityInfo> {
    return new Map([...this.#setNames.keys()].map(name => [name.toLowerCase(), { name }]))
  }
}
