// Which methods override which: own methods against the nearest declaration above. Private methods and constructors take
// no part. Pure.

import { isPrivate, type Member, type World } from "./world.ts";

export interface Override {
  src: Member;
  dst: Member;
}

export function* overrides(world: World): Iterable<Override> {
  for (const info of world.allClasses()) {
    for (const src of info.methods.values()) {
      if (isPrivate(src.node) || src.node.name.toLowerCase() === "__construct") continue;
      for (const name of [...info.extends, ...info.implements]) {
        for (const above of world.classes(name)) {
          for (const dst of world.method(above, src.node.name).found) {
            if (!isPrivate(dst.node)) yield { src, dst };
          }
        }
      }
    }
  }
}
