from finishing import finish

finish("out")
