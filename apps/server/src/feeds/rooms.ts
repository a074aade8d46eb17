import type { FeedOrder } from '../modules/telemetry/telemetry.query.ts';
import type { FeedSocket } from './feed-socket.ts';

/** Everybody who reads one order. */
export interface Room {
  order: FeedOrder;
  readonly readers: Set<FeedSocket>;
}

/** Who reads which serial in one feed. */
export class Rooms {
  readonly bySerial = new Map<string, Room>();
  readonly #byOrder = new Map<string, Room>();
  readonly #byDevice = new Map<number, Set<Room>>();

  join(order: FeedOrder, reader: FeedSocket): Room {
    let room = this.bySerial.get(order.serial);
    if (room === undefined) {
      room = { order, readers: new Set() };
      this.bySerial.set(order.serial, room);
      this.#byOrder.set(order.orderId, room);
      this.#index(room);
    }
    room.readers.add(reader);
    reader.serials.add(order.serial);
    return room;
  }

  leave(reader: FeedSocket): void {
    for (const serial of reader.serials) {
      const room = this.bySerial.get(serial);
      room?.readers.delete(reader);
      if (room?.readers.size === 0) this.close(room);
    }
    reader.serials.clear();
  }

  /** The order is over or somebody else's: nobody hears of it any more. */
  close(room: Room): void {
    for (const reader of room.readers) reader.serials.delete(room.order.serial);
    room.readers.clear();
    this.bySerial.delete(room.order.serial);
    this.#byOrder.delete(room.order.orderId);
    this.#unindex(room);
  }

  /** The same order on other devices. */
  renew(room: Room, order: FeedOrder): void {
    this.#unindex(room);
    room.order = order;
    this.#index(room);
  }

  ofOrder(orderId: string): Room | undefined {
    return this.#byOrder.get(orderId);
  }

  ofDevice(deviceId: number): Iterable<Room> {
    return this.#byDevice.get(deviceId) ?? [];
  }

  #index(room: Room): void {
    for (const { deviceId } of room.order.devices) {
      const rooms = this.#byDevice.get(deviceId);
      if (rooms === undefined) this.#byDevice.set(deviceId, new Set([room]));
      else rooms.add(room);
    }
  }

  #unindex(room: Room): void {
    for (const { deviceId } of room.order.devices) {
      const rooms = this.#byDevice.get(deviceId);
      rooms?.delete(room);
      if (rooms?.size === 0) this.#byDevice.delete(deviceId);
    }
  }
}
