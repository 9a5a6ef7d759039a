# SPDX-License-Identifier: MIT
#
# chequer and the compiler that it needs, and nothing else:
#
#	docker build -t chequer .
#	docker run --rm -v "$PWD:/src" chequer -p build
#
# Paths in compile_commands.json must be those inside of the container: make it there, or mount
# the project where it is (-v "$PWD:$PWD" -w "$PWD").
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
	cmake ninja-build gcc libc6-dev pkg-config libjansson-dev libdw-dev libcmocka-dev \
	clang-19 python3 dpkg-dev file && rm -rf /var/lib/apt/lists/*
COPY . /chequer
WORKDIR /chequer
RUN cmake --preset release && cmake --build --preset release && \
	cd build/release && cpack -G DEB && mv ./*.deb /chequer.deb

FROM debian:12-slim
COPY --from=build /chequer.deb /tmp/chequer.deb
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/chequer.deb gcc libc6-dev make git && \
	rm -rf /var/lib/apt/lists/* /tmp/chequer.deb
WORKDIR /src
ENTRYPOINT ["chequer"]
