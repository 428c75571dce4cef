import { createEngine, type Engine } from '../../engine/index.ts'
import { createListRegistry } from '../../engine/lists/list-registry.ts'
import { openVelocityStore } from '../../engine/velocities/index.ts'
import { createDeviceStore, type DeviceStore } from '../../features/devices/device-store.ts'
import { ipCountry } from '../../kernel/ip-country.ts'
import { binaryArray } from '../../kernel/store/connection/binary/binary-arrays.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import type { Store } from '../../kernel/store/store.ts'
import type { Ports } from '../../ports/index.ts'

/** Opens what decides the events of a demo, directly on its store; the service must not run at the same time. */
export async function openDemoEngine(store: Store, ports: Ports): Promise<{ engine: Engine; devices: DeviceStore }> {
  const writer = await createEventWriter({ connect: store.writer, log: ports.log })
  const velocities = await openVelocityStore(ports, { maintenance: store.maintenance, encode: binaryArray })
  const lists = createListRegistry(ports)
  const devices = await createDeviceStore(ports)
  const engine = await createEngine({ ...ports, writer, countryOf: ipCountry, lists, devices, velocities })
  return { engine, devices }
}
