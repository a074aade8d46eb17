import type { FeedOrder } from '../modules/telemetry/telemetry.query.ts';
import type { FeedSocket } from './feed-socket.ts';
import { Groups } from './groups.ts';

/** Everybody who reads one order. */
export interface Room {
  order: FeedOrder;
  readonly connections: Set<FeedSocket>;
  /** Nobody hears of the order any more. */
  readonly stop: () => void;
}

/** Who reads which serial in one feed. */
export class Rooms {
  readonly bySerial = new Map<string, Room>();
  readonly #byOrder = new Map<string, Room>();
  readonly #byDevice = new Groups<number, Room>();
  readonly #follow: (orderId: string) => () => void;

  /** @param follow begins to hear of an order that somebody reads, and gives what ends it */
  constructor(follow: (orderId: string) => () => void) {
    this.#follow = follow;
  }

  join(order: FeedOrder, socket: FeedSocket): Room {
    let room = this.bySerial.get(order.serial);
    if (room === undefined) {
      room = { order, connections: new Set(), stop: this.#follow(order.orderId) };
      this.bySerial.set(order.serial, room);
      this.#byOrder.set(order.orderId, room);
      this.#index(room);
    }
    room.connections.add(socket);
    socket.serials.add(order.serial);
    return room;
  }

  leave(socket: FeedSocket): void {
    for (const serial of socket.serials) {
      const room = this.bySerial.get(serial);
      room?.connections.delete(socket);
      if (room?.connections.size === 0) this.close(room);
    }
    socket.serials.clear();
  }

  /** The order is over or somebody else's: nobody hears of it any more. */
  close(room: Room): void {
    for (const socket of room.connections) socket.serials.delete(room.order.serial);
    room.connections.clear();
    room.stop();
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
    return this.#byDevice.of(deviceId);
  }

  #index(room: Room): void {
    for (const { deviceId } of room.order.devices) this.#byDevice.add(deviceId, room);
  }

  #unindex(room: Room): void {
    for (const { deviceId } of room.order.devices) this.#byDevice.remove(deviceId, room);
  }
}
